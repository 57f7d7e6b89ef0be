<html><body class="hushed"><h1>Words of the page</h1><?= $page->title() ?>
<?php
/**
 * The doc of the file.
 */
declare(strict_types=1);

namespace App\Models;

use Lib\Base;
use Lib\{Baz, Sub\Qux as Q, function helper, const MOST};
use function Lib\first as f1;
use A\B as AB, C\D;

require_once __DIR__ . '/parts/one.php';
include 'lib/two.php';
require $folder . "/x/$name.php";
define('LIMIT', 'hushed');
const VERSION = 'hushed', OTHER = 2;

/**
 * Stores a {@see Shelf}.
 *
 * @see Shelf::take()
 * @link https://example.org/hush
 */
#[Attribute(Attribute::TARGET_CLASS), Other("hushed")]
abstract class Model extends Base implements \JsonSerializable, Lib\Iface
{
    use SoftDeletes, Logs { Logs::write as protected log; }

    const TABLE = 'hushed';
    private const int MAX = 3, MIN = 1;
    public static ?string $name = "hushed", $b;
    protected readonly Count|null $count;
    var $old;

    /** Makes one. */
    public function __construct(private readonly Foo $foo, protected int $n = 3, string $s = 'hushed')
    {
        parent::__construct();
        $this->foo->bar(1)?->baz("hushed");
    }

    #[Route("hushed")] // a comment
    final public static function &make(array &$x, Lib\Foo ...$y): static
    {
        return new static(new Lib\Bar(1), Kind::Deep, \strlen($x), Lib\sum(), $dyn->$called());
    }

    abstract protected function abs(): ?Result;

    public function __get($n)
    {
        $each = function ($x) use ($y) { return $x->go(); };
        $short = fn(Item $x) => $each($x) + 1;
        $made = new class(1) extends Thing { public function inner() { } };
        try { $a instanceof Foo; } catch (Left | Right $e) { }
        echo "hushed {$a->text()} $b[key] hushed", `hushed`, <<<EOT
            hushed {$a->more()}
            EOT, <<<'EOT'
            hushed "hushed"
            EOT;
    }

    public string $hook = 'hushed' { get => $this->x; set(string $v) { $this->x = $v; } }
}

interface Iface extends One, Two { const X = 1; public function m(); }
trait Logs { protected $p; public static function st() { } }
enum Suit: string implements HasLabel { case Hearts = 'hushed'; case Spades = 'S'; }
final readonly class Tiny { }

function helper(int $x): ?Foo
{
    function inner() { }
    $local = 1;
    return helper($x);
}
if (!function_exists('late')) { function late() { } }

$handler = function (Request $r) { };
$global = 1;
$global = 2;

namespace Second;
class In { }
?>
<p title="hushed">More of the page</p>
<?php if ($a): ?>
<b><?= shown('hushed') ?></b>
<?php endif; function after() { } ?>
