import ApnsSimulator
import Glibc

@main struct Main {
    static func main() { exit(SimulatorCommand.run(Array(CommandLine.arguments.dropFirst()))) }
}
