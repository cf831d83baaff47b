"""What models may use besides thinking."""
