import Telemetry
import Testing

@Suite struct MetricsPageTests {
    @Test func aPageIsWhatPrometheusReads() {
        var page = MetricsPage()
        page.add("x_total", "What it counts.", .counter, [(["b": "2", "a": "say \"hi\"\n"], 3), (["a": "z"], 0.5)])
        page.add("nothing", "Left out.", .gauge, [])
        #expect(
            page.text == """
                # HELP pushbridge_x_total What it counts.
                # TYPE pushbridge_x_total counter
                pushbridge_x_total{a="say \\"hi\\"\\n",b="2"} 3
                pushbridge_x_total{a="z"} 0.5

                """)
    }
}
