"""Proofs as anonymous PDFs for an official jury, and the jury's points back as verdicts."""
