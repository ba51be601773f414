import Glibc
import PushDaemon
import ServiceRuntime

@main struct Main {
    static func main() async {
        StandardStream.ignoreBrokenPipes()
        let code = await CommandLineTool.run(
            Array(CommandLine.arguments.dropFirst()), environment: ProcessEnvironment.variables())
        exit(code.rawValue)
    }
}
