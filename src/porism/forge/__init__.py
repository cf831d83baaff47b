"""The forge: from new papers to candidates for problems."""
