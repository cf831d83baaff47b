"""Conversations as people are shown them."""

import json
from decimal import Decimal

from porism.cli.attempts import show_inner, show_messages
from porism.core import InnerCall, Message, Text, ToolCall, ToolResult, Usage, assistant, user


def test_calls_and_results_are_shown_with_their_time_and_cannot_act_on_the_terminal(capsys):
    call = ToolCall(id="1", name="execute_python", arguments='{"code": "6*7 # \x1b[2J"}')
    result = ToolResult(id="1", name="execute_python", text="42\x1b]0;t\x07", duration_s=0.256)
    show_messages(
        [
            user("How many?"),
            Message(role="assistant", parts=(Text(text="Let me see."), call)),
            Message(role="tool", parts=(result,)),
        ]
    )
    shown = capsys.readouterr().out
    assert "Let me see." in shown
    assert 'calls execute_python with {"code": "6*7 # <U+001B>[2J"}' in shown
    assert "execute_python answers after 0.26 s: 42<U+001B>]0;t<U+0007>" in shown
    assert "\x1b" not in shown


def test_code_and_what_it_prints_are_shown_line_by_line(capsys):
    arguments = {"code": "for n in range(2):\n    print(n)"}
    said = {"stdout": "0\n1\n", "time_s": 0.01}
    parts = (
        ToolCall(id="1", name="execute_python", arguments=json.dumps(arguments)),
        ToolResult(id="1", name="execute_python", text=json.dumps(said), duration_s=1, cpu_s=0.5),
        ToolResult(id="2", name="web_search", text='["found"]', native=True),
    )
    show_messages([Message(role="assistant", parts=parts)])
    shown = capsys.readouterr().out
    assert "calls execute_python with\n  code: for n in range(2):\n      print(n)" in shown
    assert "answers after 1.00 s (0.50 s of CPU):\n  stdout: 0\n  1\n  time_s: 0.01" in shown
    assert 'web_search answers: ["found"]' in shown


def test_requests_on_the_way_are_listed_with_their_cost_and_told_where_wanted(capsys):
    call = InnerCall(
        model="judge",
        turns=1,
        asked=user("Which is better?"),
        said=assistant("BETTER: 2\x1b[2J"),
        finish="stop",
        usage=Usage(input=1000, output=20),
        cost_usd=Decimal("0.25"),
        duration_s=1.26,
        exchange=0,
    )
    show_inner((call, call), words=False)
    shown = capsys.readouterr().out
    assert "2 requests" in shown
    assert "2. judge stop: 1,000 tokens in, 20 out, $0.250, 1.3 s" in shown
    assert "BETTER" not in shown
    show_inner((call,), words=True)
    shown = capsys.readouterr().out
    assert "Which is better?" in shown
    assert "BETTER: 2<U+001B>[2J" in shown
    show_inner((), words=True)
    assert not capsys.readouterr().out
