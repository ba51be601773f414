import Testing
import WordPress

@Suite struct WPConfigFileTests {
    private func parse(_ text: String) throws -> WPConfigFile {
        try WPConfigFile.parse(Array(text.utf8), directory: "/srv/site")
    }

    /// Files that PHP can run as they stand; PHP's own answer is what is expected.
    static let files: [String] = [
        "<?php define('DB_NAME','wp');",
        "<?php\r\ndefine( 'DB_NAME', 'wp' );\r\n# x\r\ndefine( 'DB_USER', 'u' );\r\n$table_prefix = 'a_';\r\n",
        "\u{FEFF}<?php define(\"DB_NAME\", \"wp\");",
        "<html>define('DB_NAME', 'html');</html><?PHP DEFINE ( 'DB_NAME' , 'wp' ) ; ?> define('DB_USER','u');",
        "<?php \\define('DB_NAME', 'wp'); Define('DB_USER', 'u');",
        "<?php // define('DB_NAME', 'comment');\n# define('DB_NAME', 'hash');\n/* define('DB_NAME', 'x'); */ define('DB_NAME', 'wp');",
        "<?php /** define('DB_NAME', 'doc');\n * define('DB_NAME', 'star'); **/ define('DB_NAME', 'wp');",
        "<?php // closed ?><?php define('DB_NAME', 'wp');",
        #"<?php $help = "define('DB_NAME', 'inside');"; $more = 'define("DB_USER", "inside");'; define('DB_NAME', 'wp');"#,
        #"<?php define('DB_PASSWORD', 'a#b//c/*d*/e;f)g');"#,
        #"<?php define('DB_PASSWORD', 'it\'s \\ back\slash \n');"#,
        #"<?php define("DB_PASSWORD", "q\"uote \\ \$x \x41\101\u{e9}\n\t\e \q $ 5$");"#,
        #"<?php define("DB_PASSWORD", 'pa$$word{$x}');"#,
        "<?php define('DB_PASSWORD', 'p' . 'a' . \"ss\" . 1 . true);",
        "<?php define('DB_PASSWORD', ('a' . ('b')));",
        "<?php define('DB_PASSWORD', 0123); define('DB_NAME', 0x1F); define('DB_USER', 1_000); define('DB_HOST', 0b11);",
        "<?php define('DB_PASSWORD', <<<EOT\nline 1\n \"two\" \\x41 \\\" \nEOT\n);",
        "<?php define('DB_PASSWORD', <<<'EOT'\n$raw \\x41\n  EOTX\nEOT);",
        "<?php define('DB_PASSWORD', <<<\"EOT\"\n    a\n      b\n    EOT . 'c');",
        "<?php define('DB_PASSWORD', <<<EOT\r\na\r\nb\r\nEOT\r\n);",
        "<?php define('DB_PASSWORD', <<<EOT\nEOT);",
        "<?php define('DB_PASSWORD', '');",
        "<?php define('DB_NAME', 'first'); define('DB_NAME', 'second');",
        "<?php if ( ! defined( 'DB_NAME' ) ) { define( 'DB_NAME', 'wp' ); } if (!defined('DB_NAME')) define('DB_NAME','no');",
        "<?php defined('DB_NAME') or define('DB_NAME', 'wp'); defined('DB_NAME') || define('DB_NAME', 'no');",
        "<?php const DB_NAME = 'wp'; const DB_USER = 'u', DB_HOST = 'h' . ':' . 3307;",
        "<?php class Site { const DB_NAME = 'class'; public $table_prefix = 'class_'; } define('DB_NAME', 'wp');",
        "<?php function f() { $table_prefix = 'local_'; } $table_prefix = 'wp_';",
        "<?php $table_prefix  =  \"wp_\" ; if ( ! isset( $table_prefix ) ) { $table_prefix = 'default_'; }",
        "<?php if ( empty( $table_prefix ) ) $table_prefix = 'wp_';",
        "<?php $table_prefix ??= 'wp_'; $table_prefix ??= 'no_';",
        "<?php $table_prefix = 'a_'; $table_prefix = 'b_'; if ($table_prefix == 'c_') {}",
        "<?php define('MULTISITE', true); define('DB_CHARSET', 'utf8mb4');",
        "<?php define('MYSQL_CLIENT_FLAGS', MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT);",
        "<?php define('BASE', '/etc/ssl'); define('MYSQL_SSL_CA', BASE . DIRECTORY_SEPARATOR . 'ca.pem');",
        "<?php define('CUSTOM_USER_META_TABLE', 'shared_usermeta'); define('DB_NAME', 'wp') ?>",
        "<?php $x = new stdClass; $y = [ 'define' => 1, 'DB_NAME' => 'x' ]; define('DB_NAME', 'wp', false);",
        "<?php namespace Site; \\define('DB_NAME', 'wp');",
        "<?= '' ?><?php define('DB_NAME', 'wp'); __halt_compiler(); define('DB_NAME', 'after'); '",
    ]

    private static let names = [
        "DB_NAME", "DB_USER", "DB_PASSWORD", "DB_HOST", "DB_CHARSET", "MULTISITE", "MYSQL_CLIENT_FLAGS", "MYSQL_SSL_CA",
        "CUSTOM_USER_META_TABLE",
    ]

    @Test(arguments: files)
    func whatIsReadIsWhatPHPWouldDefine(text: String) throws {
        let list = Self.names.map { "\"\($0)\"" }.joined(separator: ",")
        let code = """
            ob_start();
            foreach (["SSL" => 2048, "SSL_DONT_VERIFY_SERVER_CERT" => 64] as $name => $value) {
                defined("MYSQLI_CLIENT_$name") || define("MYSQLI_CLIENT_$name", $value);
            }
            eval("?>" . $in);
            ob_end_clean();
            $found = [];
            foreach ([\(list)] as $name) { $found[] = defined($name) ? bin2hex((string) constant($name)) : "-"; }
            $found[] = isset($table_prefix) ? bin2hex($table_prefix) : "-";
            return implode(" ", $found);
            """
        let answer = try PHP.evaluate(code, for: [Array(text.utf8)]).first
        let file = try parse(text)
        let settings = Self.names.map { file.text($0) } + [file.tablePrefix]
        let ours = settings.map { $0.value.map { PHP.hex(Array($0.utf8)) } ?? "-" }
        #expect(ours.joined(separator: " ") == answer)
        #expect(settings.contains { $0.value != nil })
    }

    @Test(arguments: [
        ("define('DB_NAME', getenv('X'));", "computed by getenv() at line 2"),
        ("define('DB_NAME', getenv('X') ?: 'wp');", "computed by getenv() at line 2"),
        (
            "define('DB_NAME', getenv_docker('WORDPRESS_DB_NAME', 'wordpress') );",
            "computed by getenv_docker() at line 2"
        ),
        ("\n\ndefine('DB_NAME', $_ENV['DB_NAME']);", "computed from $_ENV at line 4"),
        ("define('DB_NAME', isset($_SERVER['X']) ? $_SERVER['X'] : 'a');", "computed from $_SERVER at line 2"),
        (#"define('DB_NAME', "db_$site");"#, "a text with a variable or command in it at line 2"),
        (#"define('DB_NAME', "db_{$site}");"#, "a text with a variable or command in it at line 2"),
        ("define('DB_NAME', <<<X\na $b\nX\n);", "a text with a variable or command in it at line 2"),
        ("define('DB_NAME', `hostname`);", "a text with a variable or command in it at line 2"),
        ("define('DB_NAME', trim(file_get_contents('/run/secrets/db')));", "computed by trim() at line 2"),
        ("define('DB_NAME', OTHER . 'x');", "computed from OTHER at line 2"),
        ("Config::define('DB_NAME', env('DB_NAME'));", "computed by env() at line 2"),
        ("const DB_NAME = Site::NAME;", "computed from NAME at line 2"),
        ("define('DB_NAME', \(String(repeating: "(", count: 100_000))", "computed at line 2"),
    ])
    func whatOnlyPHPCanComputeIsNamedWithItsLine(code: String, expected: String) throws {
        let file = try parse("<?php\n" + code)
        #expect(file.databaseName == .unreadable("DB_NAME is not readable: \(expected)"))
    }

    @Test func theOfficialDockerFileSaysWhatItComputes() throws {
        let file = try parse(
            #"""
            <?php
            // a helper function to lookup "env_FILE", "env", then fallback
            if (!function_exists('getenv_docker')) {
                function getenv_docker($env, $default) {
                    if ($fileEnv = getenv($env . '_FILE')) { return rtrim(file_get_contents($fileEnv), "\r\n"); }
                    else if (($val = getenv($env)) !== false) { return $val; }
                    else { return $default; }
                }
            }
            define( 'DB_NAME', getenv_docker('WORDPRESS_DB_NAME', 'wordpress') );
            define( 'DB_USER', getenv_docker('WORDPRESS_DB_USER', 'example username') );
            define( 'DB_CHARSET', getenv_docker('WORDPRESS_DB_CHARSET', 'utf8') );
            define( 'DB_COLLATE', '' );
            $table_prefix = getenv_docker('WORDPRESS_TABLE_PREFIX', 'wp_');
            define( 'WP_DEBUG', !!getenv_docker('WORDPRESS_DEBUG', '') );
            if (isset($_SERVER['HTTP_X_FORWARDED_PROTO'])) { $_SERVER['HTTPS'] = 'on'; }
            if ($configExtra = getenv_docker('WORDPRESS_CONFIG_EXTRA', '')) { eval($configExtra); }
            if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }
            require_once ABSPATH . 'wp-settings.php';
            """#)
        #expect(file.databaseName.problem == "DB_NAME is not readable: computed by getenv_docker() at line 10")
        #expect(file.tablePrefix.problem == "$table_prefix is not readable: computed by getenv_docker() at line 14")
        #expect(file.password == .absent("DB_PASSWORD is not defined in this file"))
        #expect(file.text("ABSPATH").value == "/srv/site/" && file.warnings.isEmpty)
    }

    @Test func debiansFileNamesTheFileThatHasThePassword() throws {
        let file = try parse(
            """
            <?php
            $debian_server = preg_replace('/:.*/', "", $_SERVER['HTTP_HOST']);
            $debian_file = '/etc/wordpress/config-'.strtolower($debian_server).'.php';
            if (file_exists($debian_file)) {
                require_once($debian_file);
                define('DEBIAN_FILE', $debian_file);
            } elseif (file_exists("/etc/wordpress/config-default.php")) {
                require_once("/etc/wordpress/config-default.php");
                define('DEBIAN_FILE', "/etc/wordpress/config-default.php");
            }
            if (!defined('ABSPATH'))
                define('ABSPATH', '/usr/share/wordpress/');
            if (!defined('DB_NAME'))
                define('DB_NAME', 'wordpress');
            if (!isset($table_prefix)) { $table_prefix = 'wp_'; }
            require_once(ABSPATH . 'wp-settings.php');
            ?>
            """)
        let problem = file.password.problem ?? ""
        #expect(problem.contains("loads /etc/wordpress/config-default.php on line 8"))
        #expect(file.databaseName.value == "wordpress" && file.tablePrefix.value == "wp_")
        #expect(file.warnings.contains { $0.contains("/etc/wordpress/config-default.php is loaded on line 8") })
    }

    @Test func bedrocksFileNamesTheFileThatHasTheSettings() throws {
        let file = try parse(
            """
            <?php
            require_once dirname(__DIR__) . '/vendor/autoload.php';
            require_once dirname(__FILE__) . '/config/application.php';
            require_once ABSPATH . 'wp-settings.php';
            """)
        #expect(file.databaseName.problem?.contains("loads /srv/site/config/application.php on line 3") == true)
    }

    @Test func aSettingThatIsGivenTwiceIsAWarning() throws {
        let file = try parse("<?php if (X) {\n define('DB_NAME', 'a'); } else {\n define('DB_NAME', 'b'); }")
        #expect(file.databaseName.value == "a")
        #expect(file.warnings == ["DB_NAME is defined on line 2 and again on line 3; the first one counts"])
    }

    @Test(arguments: ["wp-", "wp_; DROP", "", "wp`", "wü_"])
    func aTablePrefixThatCouldNotStandInSQLIsRefused(prefix: String) throws {
        let file = try parse("<?php $table_prefix = '\(prefix)';")
        #expect(file.tablePrefix.problem?.contains("letters, digits and underscores") == true)
        #expect(throws: WPConfigError.self) { try TableNames(prefix: prefix) }
    }

    @Test(arguments: [
        "", "DB_NAME=wp", "<?php /* define('DB_NAME', 'x');", "<?php define('DB_NAME', 'x);", "<?php $x = <<<A\nb\n",
        "<?php " + String(repeating: " ", count: 1 << 20),
    ])
    func aFileThatIsNoWholeConfigurationIsRefused(text: String) {
        #expect(throws: WPConfigError.self) { try parse(text) }
    }

    @Test func textCutAnywhereCrashesNothing() throws {
        for text in Self.files {
            let bytes = Array(text.utf8)
            for end in bytes.indices { _ = try? WPConfigFile.parse(Array(bytes[..<end]), directory: "/") }
        }
    }

    @Test func aPasswordNeverPrintsWithItsFile() throws {
        let file = try parse("<?php define('DB_PASSWORD', 'geheim');")
        #expect(file.password.value == "geheim" && !"\(file)".contains("geheim"))
        let latin = try WPConfigFile.parse(
            Array("<?php define('DB_PASSWORD', '".utf8) + [0xE9] + Array("');".utf8), directory: "/")
        #expect(latin.password == .unreadable("DB_PASSWORD is not readable: it is not valid UTF-8"))
    }

    @Test func flagsForTLSAreNumbers() throws {
        let file = try parse("<?php define('MYSQL_CLIENT_FLAGS', MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_COMPRESS);")
        #expect(file.clientFlags.value == MySQLClientFlags.tls | MySQLClientFlags.compress)
        #expect(try parse("<?php define('MYSQL_CLIENT_FLAGS', 'x');").clientFlags.problem != nil)
        #expect(try parse("<?php define('MULTISITE', 0);").isMultisite == .value(false))
    }
}
