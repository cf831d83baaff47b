"""Fit py-irt's two-parameter model to a file of responses; run by an interpreter that has it.

PYTHON bench/fit_with_py_irt.py RESPONSES.jsonl PARAMETERS.json
"""

import json
import sys
from pathlib import Path

from py_irt.config import IrtConfig
from py_irt.training import IrtModelTrainer


def main(responses: Path, parameters: Path) -> None:
    """Train with the package's own settings and write the best parameters by name."""
    config = IrtConfig(model_type="2pl", priors="hierarchical", seed=0)
    trainer = IrtModelTrainer(data_path=responses, config=config, verbose=False)
    trainer.train(device="cpu")
    best = trainer.best_params
    subjects, items = best["subject_ids"], best["item_ids"]
    found = {
        "ability": {subjects[index]: value for index, value in enumerate(best["ability"])},
        "difficulty": {items[index]: value for index, value in enumerate(best["diff"])},
        "discrimination": {items[index]: value for index, value in enumerate(best["disc"])},
    }
    parameters.write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
