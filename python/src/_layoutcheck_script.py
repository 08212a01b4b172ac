"""`layoutcheck` of an environment. It stands outside of the package, which is not imported where
there is no library, to say so in a line."""
import sys


def main() -> None:
    try:
        from layoutcheck._command import main as command
    except ImportError as error:
        sys.exit(str(error))
    command()
