#!/usr/bin/env php
<?php
/*
 * Asks sabre/vobject whether B.ics says what A.ics says.
 *
 *     judge_vobject.php A.ics B.ics           B was written anew: it reads without a warning, and every item of A is in
 *                                             it, property by property, with the same meaning
 *     judge_vobject.php --kept A.ics B.ics    B is A with one event more: everything else stands as it stood
 *     judge_vobject.php --legal A.ics B.ics   A is broken: B reads without a warning, under the same UIDs
 *
 * Exit code 0: the same; 1: differences, one a line on standard output; 2: A cannot be read.
 */
error_reporting(E_ALL & ~E_DEPRECATED);
date_default_timezone_set('UTC');
require_once 'Sabre/VObject/autoload.php';
use Sabre\VObject;

const ITEMS = ['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY'];
const TIMES = ['DTSTART', 'DTEND', 'DUE', 'RECURRENCE-ID', 'EXDATE', 'RDATE', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'COMPLETED'];
/* What holds anyway. */
const DEFAULTS = ['SEQUENCE' => ':0', 'PRIORITY' => ':0'];
const LISTS = ['CATEGORIES', 'RESOURCES', 'EXDATE', 'RDATE', 'FREEBUSY'];

/* The calendars of a file. sabre reads one at a time and no bare components. */
function calendars(string $path): array
{
    $bytes = file_get_contents($path);
    if ($bytes === false) throw new RuntimeException("$path: cannot be read");
    $bytes = preg_replace('/^\xEF\xBB\xBF/', '', $bytes);
    $unfolded = preg_replace('/\r?\n[ \t]/', '', $bytes);
    if (!preg_match('//u', $unfolded)) $bytes = iconv('Windows-1252', 'UTF-8', $bytes);
    // sabre wants BEGIN and END in capitals.
    $bytes = preg_replace_callback('/^(begin|end):\S+/im', fn($found) => strtoupper($found[0]), $bytes);
    // Bytes are unfolded first: a fold may stand within a character, and sabre takes a lone CR for a line's end.
    $bytes = preg_replace('/\r?\n[ \t]/', '', $bytes);
    preg_match_all('/^BEGIN:VCALENDAR\s*$.*?^END:VCALENDAR\s*$/ims', $bytes, $found);
    return array_map(fn($text) => VObject\Reader::read($text, VObject\Reader::OPTION_FORGIVING), $found[0]);
}

/* Name, parameters and value of a property as they stand. */
function line(VObject\Property $property): string
{
    $parameters = [];
    foreach ($property->parameters as $parameter) {
        $parameters[] = strtoupper($parameter->name) . '=' . $parameter->value;
    }
    return $property->name . ';' . implode(';', $parameters) . ':' . $property->value;
}

/* A component as it stands, in the order in which it stands. */
function lines(VObject\Component $component): array
{
    $found = [];
    foreach ($component->children as $child) {
        $found[] = $child instanceof VObject\Component ? lines($child) : line($child);
    }
    return [$component->name, $found];
}

/* A date, a floating time or an instant. */
function moment(string $value, ?string $tzid, VObject\Component $calendar): string
{
    if (preg_match('/^\d{8}$/', $value)) return "date $value";
    if (str_contains($value, '/')) {
        [$start, $end] = explode('/', $value, 2);
        return moment($start, $tzid, $calendar) . '/' . ($end[0] === 'P' ? $end : moment($end, $tzid, $calendar));
    }
    if (!preg_match('/^\d{8}T\d{6}Z?$/i', $value)) return "unreadable $value";
    if (str_ends_with(strtoupper($value), 'Z')) return 'instant ' . gmdate('c', strtotime($value));
    if ($tzid === null) return "floating $value";
    $zone = VObject\TimeZoneUtil::getTimeZone($tzid, $calendar);
    return 'instant ' . gmdate('c', (new DateTimeImmutable($value, $zone))->getTimestamp());
}

/* A rule without its order and what holds anyway. */
function rule(string $value, ?string $tzid, VObject\Component $calendar): string
{
    $parts = [];
    foreach (explode(';', strtoupper($value)) as $part) {
        if ($part === '') continue;
        [$name, $list] = explode('=', $part, 2) + [1 => ''];
        if ([$name, $list] === ['INTERVAL', '1'] || [$name, $list] === ['WKST', 'MO']) continue;
        $values = explode(',', str_replace('+', '', $list));
        sort($values);
        $parts[$name] = $name === 'UNTIL' ? moment($list, $tzid, $calendar) : implode(',', $values);
    }
    ksort($parts);
    return http_build_query($parts, '', ';');
}

function parameters(VObject\Property $property, array $without): string
{
    $found = [];
    foreach ($property->parameters as $parameter) {
        $name = strtoupper($parameter->name);
        $value = str_replace(['"', '^n', '^N', "^'", '^^'], ['', "\n", "\n", '"', '^'], $parameter->value);
        if (!in_array($name, $without, true)) $found[] = "$name=$value";
    }
    sort($found);
    return implode(';', $found);
}

/* What a property says, as one text for each of its values. */
function meanings(VObject\Property $property, VObject\Component $calendar): array
{
    $tzid = isset($property['TZID']) ? trim((string) $property['TZID'], '"') : null;
    $value = (string) $property->value;
    $name = $property->name;
    if ($name === 'RRULE' || $name === 'EXRULE') {
        return [rule($value, null, $calendar)];
    }
    $values = in_array($name, LISTS, true) ? preg_split('/(?<!\\\\),/', $value) : [$value];
    if (in_array($name, TIMES, true)) {
        $more = parameters($property, ['VALUE', 'TZID', 'X-VOBJ-FLOATING-TZ']);
        return array_map(fn($one) => $more . ':' . moment(trim($one), $tzid, $calendar), $values);
    }
    if ($name === 'GEO') $values = [implode(';', array_map('floatval', explode(';', $value)))];
    // sabre undoes some escapes and leaves others: none of them is what is compared.
    $values = array_map(fn($one) => str_replace(['\\n', '\\N', '\\,', '\\;', '\\:', '\\\\'], ["\n", "\n", ',', ';', ':', '\\'], $one), $values);
    $without = in_array($name, ['ATTACH', 'IMAGE', 'TRIGGER', 'RELATED-TO', 'CONFERENCE', 'DURATION'], true) ? ['VALUE', 'ENCODING'] : [];
    if ($name === 'TRIGGER') $values = [preg_replace('/^\+/', '', $value)];
    $more = parameters($property, array_merge($without, ['VALUE']));
    return array_map(fn($one) => $more . ':' . $one, $values);
}

/* By name, what the properties of a component say; of its components each as a whole. */
function table(VObject\Component $component, VObject\Component $calendar): array
{
    $table = [];
    foreach ($component->children as $child) {
        if ($child instanceof VObject\Component) {
            $table['BEGIN:' . $child->name][] = json_encode(table($child, $calendar));
        } else {
            $name = $child->name;
            $table[$name] = array_merge($table[$name] ?? [], meanings($child, $calendar));
        }
    }
    foreach ($table as $name => &$values) {
        $values = array_values(array_unique(array_filter($values, fn($value) => $value !== ':')));
        sort($values);
        if (!$values || $values === [DEFAULTS[$name] ?? null]) unset($table[$name]);
    }
    unset($values);
    ksort($table);
    return $table;
}

/* The items of a file under kind, UID and recurrence id. */
function items(array $calendars): array
{
    $found = [];
    foreach ($calendars as $calendar) {
        foreach ($calendar->children as $child) {
            if (!$child instanceof VObject\Component || !in_array($child->name, ITEMS, true)) continue;
            $table = table($child, $calendar);
            $key = $child->name . ' ' . ($table['UID'][0] ?? '') . ' ' . ($table['RECURRENCE-ID'][0] ?? '');
            $found[$key][] = $table;
        }
    }
    foreach ($found as &$same) sort($same);
    ksort($found);
    return $found;
}

/* What a writer must add where A has none, or may: DTSTAMP, the text of an alarm, the exact colour. */
function isAddition(string $name): bool
{
    return in_array($name, ['DTSTAMP', 'X-ALMANAC-COLOR'], true);
}

function compareItems(array $a, array $b): array
{
    $differences = [];
    foreach (array_unique(array_merge(array_keys($a), array_keys($b))) as $key) {
        $ours = $a[$key] ?? [];
        $theirs = $b[$key] ?? [];
        if (count($ours) !== count($theirs)) {
            $differences[] = "$key: " . count($ours) . ' in A, ' . count($theirs) . ' in B';
            continue;
        }
        foreach ($ours as $index => $one) {
            $other = $theirs[$index];
            foreach (array_unique(array_merge(array_keys($one), array_keys($other))) as $name) {
                $said = $one[$name] ?? null;
                $written = $other[$name] ?? null;
                if ($said === $written || ($said === null && isAddition($name))) continue;
                if ($name === 'BEGIN:VALARM' && sameAlarms($said ?? [], $written ?? [])) continue;
                $differences[] = "$key: $name: A " . json_encode($said) . ', B ' . json_encode($written);
            }
        }
    }
    return $differences;
}

/* Alarms, but for the texts that every alarm that shows or sends something must have. */
function sameAlarms(array $ours, array $theirs): bool
{
    $plain = function (string $alarm): array {
        $table = json_decode($alarm, true);
        unset($table['DESCRIPTION'], $table['SUMMARY'], $table['DTSTAMP']);
        return $table;
    };
    $mine = array_map($plain, $ours);
    $others = array_map($plain, $theirs);
    sort($mine);
    sort($others);
    return $mine === $others;
}

/* What sabre finds wrong with files that a strict reader would refuse. */
function faults(array $calendars): array
{
    $found = [];
    foreach ($calendars as $calendar) {
        foreach ($calendar->validate() as $fault) $found[] = 'B is not legal: ' . $fault['message'];
    }
    return $found;
}

/* Whether B's components are A's with at most one event and the zones that it needs among them. */
function compareKept(array $a, array $b): array
{
    if (count($a) !== count($b)) return [count($a) . ' calendars in A, ' . count($b) . ' in B'];
    $differences = [];
    $added = 0;
    foreach ($a as $index => $calendar) {
        $rest = lines($b[$index])[1];
        foreach (lines($calendar)[1] as $child) {
            while ($rest && $rest[0] !== $child && is_array($rest[0]) && in_array($rest[0][0], ['VEVENT', 'VTIMEZONE'], true)) {
                if (array_shift($rest)[0] === 'VEVENT') $added++;
            }
            if (!$rest || $rest[0] !== $child) {
                $differences[] = 'not as it stood: ' . json_encode($child) . ', but ' . json_encode($rest[0] ?? null);
                break;
            }
            array_shift($rest);
        }
        foreach ($rest as $child) {
            if (is_array($child) && $child[0] === 'VEVENT') $added++;
            elseif (!is_array($child) || $child[0] !== 'VTIMEZONE') $differences[] = 'only in B: ' . json_encode($child);
        }
    }
    if ($added > 1) $differences[] = "$added events in B that are not in A";
    return $differences;
}

$mode = str_starts_with($argv[1] ?? '', '--') ? $argv[1] : '';
[$pathA, $pathB] = array_slice($argv, $mode === '' ? 1 : 2, 2) + [null, null];
if ($pathB === null || !in_array($mode, ['', '--kept', '--legal'], true)) {
    fwrite(STDERR, "judge_vobject.php [--kept | --legal] A.ics B.ics\n");
    exit(64);
}
try {
    $a = $mode === '--legal' ? [] : calendars($pathA);
    if ($mode !== '--legal' && !$a) throw new RuntimeException('no calendar');
} catch (Throwable $error) {
    fwrite(STDERR, "$pathA: cannot be judged: {$error->getMessage()}\n");
    exit(2);
}
try {
    $b = calendars($pathB);
    $differences = match ($mode) {
        '--kept' => compareKept($a, $b),
        '--legal' => faults($b),
        default => array_merge(faults($b), compareItems(items($a), items($b))),
    };
} catch (Throwable $error) {
    $differences = ["B cannot be read: {$error->getMessage()}"];
}
foreach ($differences as $difference) echo $difference, "\n";
if (!$differences) echo 'vobject: ', array_sum(array_map('count', items($b))), " items agree\n";
exit($differences ? 1 : 0);
