"""Files to validated values: every fault is told with its file, line and key."""

from porism.records.document import parse_yaml, read_yaml
from porism.records.explain import Place
from porism.records.lines import read_json, read_jsonl
from porism.records.registry import Registry
from porism.records.schema import json_schema
from porism.records.tables import read_csv, read_parquet
from porism.records.text import read_text

__all__ = [
    "Place",
    "Registry",
    "json_schema",
    "parse_yaml",
    "read_csv",
    "read_json",
    "read_jsonl",
    "read_parquet",
    "read_text",
    "read_yaml",
]
