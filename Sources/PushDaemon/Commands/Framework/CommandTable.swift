/// Every command, in the order of the manual.
enum CommandTable {
    /// Commands of one purpose under one title.
    struct Group {
        let title: String
        let commands: [any Command.Type]
    }

    static let groups: [Group] = [
        Group(
            title: "Setting up",
            commands: [
                InitCommand.self, DoctorCommand.self, WPConfigCommand.self, MigrateCommand.self,
                KeysGenerateCommand.self, KeysRotateCommand.self, CredentialsSetCommand.self,
                CredentialsListCommand.self, CredentialsShowCommand.self, CredentialsVerifyCommand.self,
                CredentialsRekeyCommand.self,
                CredentialsRemoveCommand.self, CredentialsImportLegacyCommand.self,
            ]),
        Group(title: "Running", commands: [RunCommand.self, StatusCommand.self]),
        Group(
            title: "Sending and looking after",
            commands: [
                SendCommand.self, QueueListCommand.self, QueueShowCommand.self, ExplainCommand.self,
                QueueRetryCommand.self,
                QueueCancelCommand.self, QueuePauseCommand.self, QueueResumeCommand.self, QueuePurgeCommand.self,
                TokensListCommand.self, TokensAuditCommand.self, TokensPruneCommand.self,
                TokensUndoCommand.self, TokensExportCommand.self,
                ChannelsCreateCommand.self, ChannelsListCommand.self, ChannelsShowCommand.self,
                ChannelsDeleteCommand.self,
            ]),
    ]

    /// Every command.
    static var all: [any Command.Type] { groups.flatMap(\.commands) }

    /// The command that `words` begin with, the longest first; nil when there is none.
    static func find(_ words: [String]) -> (any Command.Type)? {
        all.filter { words.starts(with: $0.manual.words) }.max { $0.manual.words.count < $1.manual.words.count }
    }
}
