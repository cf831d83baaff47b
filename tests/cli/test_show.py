"""Conversations as people are shown them."""

from porism.cli.attempts import show_messages
from porism.core import Message, Text, ToolCall, ToolResult, user


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
