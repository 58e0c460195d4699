"""What is installed is what is needed: the wheel in a fresh environment, started from another folder."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.whole.terminal import ROOT, home, needs_tmux, terminals

TIMEOUT = 120


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Build the wheel and install it, without a network; its dependencies are lent from this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("protocol", "server", "saboteur_tui"):
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, source)
    [wheel] = folder.glob("*.whl")
    fresh = folder / "fresh"
    venv.create(fresh, with_pip=True)
    python = fresh / "bin" / "python"
    _run(python, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet", wheel)
    [packages] = (fresh / "lib").glob("python*/site-packages")
    # Searched last, and without the .pth files in it: an editable install does not shine through.
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "lent.pth").write_text("\n".join(lent))
    return fresh


def _run(*command, folder: Path | None = None) -> str:
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_both_commands_are_those_of_the_wheel_and_explain_themselves(installed, tmp_path):
    for command in ("saboteur", "saboteur-server"):
        assert f"usage: {command}" in _run(installed / "bin" / command, "--help", folder=tmp_path)
        assert _run(installed / "bin" / command, "--version", folder=tmp_path).startswith(f"{command} ")
    where = "import saboteur_tui, server, protocol; print(saboteur_tui.__file__, server.__file__, protocol.__file__)"
    for path in _run(installed / "bin" / "python", "-P", "-c", where, folder=tmp_path).split():
        assert Path(path).is_relative_to(installed)


def test_the_installed_server_serves_and_ends_with_its_input(installed, tmp_path):
    command = [installed / "bin" / "saboteur-server", "--tied", "--port", "0", "--folder", tmp_path / "journal"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert int(server.stdout.readline()) > 0
        server.stdin.close()
        assert server.wait(TIMEOUT) == 0


@needs_tmux
def test_the_installed_client_plays_from_another_folder(installed, tmp_path):
    # A file of that name in the current folder must not be taken for the server.
    (tmp_path / "server.py").write_text("raise SystemExit('the wrong server')")
    with terminals(tmp_path, "one") as (one,):
        environment = home(tmp_path / "anna", "Anna")
        one.open(str(installed / "bin" / "saboteur"), "play", "--seats", "3", environment=environment, folder=tmp_path)
        assert "START" in one.shows("YOUR TURN")
