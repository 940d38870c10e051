"""The status bar names what is being worked on in plain words."""

from app.shell.job_words import words_of, words_of_jobs
from app.workers.jobs import JOBS


def test_every_job_is_named_in_words(qapp):
    words = words_of_jobs()
    assert not JOBS.keys() - words.keys()
    assert all(said[0].isupper() and "_" not in said for said in words.values())


def test_a_question_without_words_of_its_own_is_answered(qapp):
    assert words_of("combat") == "Answering"
    assert words_of("read_counters") == "Reading counters"
