<?php
/**
 * Finds what PHP 7.4 cannot read or does not have: php74.php FILE…
 *
 * Works on the syntax tree of nikic/php-parser, which PHPUnit depends on, so it is wherever PHPUnit is.
 *
 * @package PushBridge
 */

use PhpParser\Node;

require_once 'PhpParser/autoload.php';

/**
 * Notes every node that is newer than PHP 7.4.
 */
final class Php74_Visitor extends PhpParser\NodeVisitorAbstract {

	const NODES = array(
		Node\Expr\Match_::class                => 'match',
		Node\Expr\NullsafeMethodCall::class    => '?->',
		Node\Expr\NullsafePropertyFetch::class => '?->',
		Node\Expr\Throw_::class                => 'throw as an expression',
		Node\Stmt\Enum_::class                 => 'enum',
		Node\UnionType::class                  => 'union type',
		Node\IntersectionType::class           => 'intersection type',
		Node\AttributeGroup::class             => 'attribute',
		Node\VariadicPlaceholder::class        => 'first-class callable',
	);

	/** Functions of PHP 8 that WordPress 6.1 does not bring itself (it has the str_… ones). */
	const FUNCTIONS = array( 'get_debug_type', 'get_resource_id', 'fdiv', 'preg_last_error_msg', 'array_is_list', 'enum_exists', 'mb_str_pad', 'array_find', 'array_any', 'array_all', 'json_validate', 'str_increment', 'fsync', 'fdatasync', 'ini_parse_quantity' );

	/**
	 * Line => what stands there.
	 *
	 * @var array<int,string>
	 */
	public $found = array();

	public function enterNode( Node $node ) {
		$what = self::NODES[ get_class( $node ) ] ?? $this->named( $node );
		if ( null !== $what ) {
			$this->found[ $node->getStartLine() ] = $what;
		}
		return null;
	}

	private function named( Node $node ): ?string {
		if ( $node instanceof Node\Param && 0 !== $node->flags ) {
			return 'constructor promotion';
		}
		if ( $node instanceof Node\Arg && null !== $node->name ) {
			return 'named argument';
		}
		if ( $node instanceof Node\Stmt\Catch_ && null === $node->var ) {
			return 'catch without a variable';
		}
		if ( $node instanceof Node\Stmt\Property && 0 !== ( $node->flags & Node\Stmt\Class_::MODIFIER_READONLY ) ) {
			return 'readonly';
		}
		if ( $node instanceof Node\FunctionLike && $node->getReturnType() instanceof Node\Identifier && in_array( $node->getReturnType()->name, array( 'mixed', 'never', 'static', 'false', 'null', 'true' ), true ) ) {
			return 'return type ' . $node->getReturnType()->name;
		}
		if ( $node instanceof Node\FunctionLike && $node->getReturnType() instanceof Node\Name && 'static' === $node->getReturnType()->toLowerString() ) {
			return 'return type static';
		}
		if ( $node instanceof Node\Param && $node->type instanceof Node\Identifier && in_array( $node->type->name, array( 'mixed', 'false', 'null', 'true' ), true ) ) {
			return 'parameter type ' . $node->type->name;
		}
		if ( $node instanceof Node\Expr\FuncCall && $node->name instanceof Node\Name && in_array( $node->name->toLowerString(), self::FUNCTIONS, true ) ) {
			return $node->name->toString() . '()';
		}
		return null;
	}
}

/**
 * Lines with a comma before the closing parenthesis of a parameter list; the tree no longer shows it.
 *
 * @param string $code PHP text.
 * @return array<int,string>
 */
function php74_trailing_commas( string $code ): array {
	$found  = array();
	$tokens = array_values(
		array_filter(
			token_get_all( $code ),
			static function ( $token ) {
				return ! is_array( $token ) || ! in_array( $token[0], array( T_WHITESPACE, T_COMMENT, T_DOC_COMMENT ), true );
			}
		)
	);
	$line   = 1;
	foreach ( $tokens as $at => $token ) {
		$line = is_array( $token ) ? $token[2] : $line;
		if ( ! is_array( $token ) || ! in_array( $token[0], array( T_FUNCTION, T_FN ), true ) ) {
			continue;
		}
		$depth = 0;
		for ( $i = $at + 1, $n = count( $tokens ); $i < $n; $i++ ) {
			$depth += '(' === $tokens[ $i ] ? 1 : ( ')' === $tokens[ $i ] ? -1 : 0 );
			if ( ')' === $tokens[ $i ] && 0 === $depth ) {
				if ( ',' === $tokens[ $i - 1 ] ) {
					$found[ $line ] = 'trailing comma in a parameter list';
				}
				break;
			}
		}
	}
	return $found;
}

$lint_failed = false;
foreach ( array_slice( $argv, 1 ) as $lint_file ) {
	$lint_code = (string) file_get_contents( $lint_file );
	$lint_walk = new PhpParser\NodeTraverser();
	$lint_see  = new Php74_Visitor();
	$lint_walk->addVisitor( $lint_see );
	$lint_walk->traverse( (array) ( new PhpParser\ParserFactory() )->create( PhpParser\ParserFactory::ONLY_PHP7 )->parse( $lint_code ) );
	foreach ( $lint_see->found + php74_trailing_commas( $lint_code ) as $lint_line => $lint_what ) {
		fwrite( STDERR, "$lint_file:$lint_line: not in PHP 7.4: $lint_what\n" );
		$lint_failed = true;
	}
}
exit( $lint_failed ? 1 : 0 );
