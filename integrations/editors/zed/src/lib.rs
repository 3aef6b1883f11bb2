//! Starts the language server of the `rulebook` on the PATH.
use zed_extension_api as zed;

struct Rulebook;

impl zed::Extension for Rulebook {
    fn new() -> Self {
        Rulebook
    }

    fn language_server_command(
        &mut self,
        _id: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let command = worktree
            .which("rulebook")
            .ok_or("rulebook is not on the PATH; install it with `npm install --global rulebook-http`")?;
        Ok(zed::Command {
            command,
            args: vec!["lsp".into(), "--stdio".into()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Rulebook);
