/// `apns-simulator --help`.
enum SimulatorHelp {
    static let text = """
        apns-simulator: an APNs that runs on loopback

        apns-simulator --production 127.0.0.1:8443 --sandbox 127.0.0.1:8444 --tls-dir DIR
        """
}
