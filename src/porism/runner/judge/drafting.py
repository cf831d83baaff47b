"""Having a model draft a rubric."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from porism.core import Benchmark, Consultation, Model, Problem, Rubric
from porism.errors import ConfigurationError
from porism.judging.drafting import draft_question
from porism.models import Asking
from porism.models.fake_judge import Marking
from porism.runner.budget import Budget, CostGuess
from porism.runner.execute import open_channel, prices_on, worst_cost
from porism.runner.judge.asking import Asker, JudgeFailed
from porism.runner.judge.hearings import name_of
from porism.runner.lane import Access
from porism.runner.manifest import circumstances
from porism.runner.options import Options, new_run_id
from porism.runner.progress import LaneProgress
from porism.store import Judgements, Store
from porism.tools.workshop import Workshop

REASKS = 3
"""How often a model is asked again whose draft cannot be used."""


async def draft_rubrics(
    store: Store, benchmark: Benchmark, problems: Sequence[Problem], model: Model, options: Options
) -> list[Rubric]:
    """Have a model draft the rubrics of problems, and keep them as drafts.

    Args:
        store: where they are kept, with all that was said.
        benchmark: the problems'.
        problems: each with at least one reference solution.
        model: who drafts.
        options: what bounds that.

    Raises:
        ConfigurationError: a problem has no reference solution, or the model cannot be asked or
            drafts nothing that can be used.
    """
    questions = [draft_question(benchmark.id, problem, model.id) for problem in problems]
    now = options.clock()
    run = new_run_id(now, options.new_id)
    [price] = prices_on(now.date(), [model], options.max_cost_usd).values()
    access = Access(
        channel=open_channel(model, options),
        price=price,
        budget=Budget(options.max_cost_usd),
        guess=CostGuess(worst_cost(model, price)),
        progress=LaneProgress(benchmark.id, model.id, benchmark.scoring, len(problems)),
    )
    workshop = Workshop(options.sandbox)
    asker = Asker(store, run, {model.id: model}, {model.id: access}, workshop, options.clock)
    store.record_model(model)
    store.start_run(run, circumstances(now, ()))
    judgements, drafts = Judgements(store), []
    try:
        for problem, question in zip(problems, questions, strict=True):
            words = [message.model_dump_json() for message in question.messages]
            name = name_of("rubric", run, model.id, *words)
            fake = model.endpoint.protocol == "fake"
            marking = Marking(question.replies, name) if fake else None
            asking = Asking(benchmark.id, problem.id, 1, marking=marking)
            came = await asker.ask(model.id, question, asking, name, REASKS)
            reply = came.heard.reply.message.text
            made = Consultation(
                id=name, purpose="rubric", benchmark=benchmark.id, problem=problem.id,
                model=model.id, asks=model.asks, text=reply, failure=came.heard.failure,
                took=came.effort,
            )  # fmt: skip
            await asyncio.wrap_future(judgements.add_consultation(made, came.transcript, name))
            if came.heard.said is None:
                raise ConfigurationError(
                    f"{model.id} drafts nothing for problem {problem.id} that can be used: "
                    f"{came.heard.failure}"
                )
            drafts.append(judgements.add_rubric(came.heard.said))
    except JudgeFailed as failure:
        raise ConfigurationError(str(failure)) from failure
    finally:
        await access.channel.connection.close()
        store.end_run(run, "finished" if len(drafts) == len(problems) else "broken off")
    return drafts
