import Glibc
import ServiceRuntime

/// `push-bench`: sends a number of pushes to apns-simulator as fast as it can; `make bench` calls it.
@main struct Main {
    static func main() {
        do {
            let options = try BenchOptions(Array(CommandLine.arguments.dropFirst()))
            let measurement =
                switch options.part {
                case .transport: try TransportBench(options).run()
                case .sender: try SenderBench(options).run()
                }
            StandardStream.output.write(Array("\(measurement.line)\n".utf8))
            exit(measurement.failed == 0 ? 0 : 1)
        } catch {
            StandardStream.error.write(Array("push-bench: \(error)\n".utf8))
            exit(1)
        }
    }
}
