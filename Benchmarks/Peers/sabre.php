<?php
// sabre/vobject, the version of Debian. Workloads: expand, zoned, window, parse, print, roundTrip.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING);
ini_set('memory_limit', '-1');
date_default_timezone_set('UTC');
require 'Sabre/VObject/autoload.php';
use Sabre\VObject;

function cpu() {
  $used = getrusage();
  return $used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec'] + ($used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec']) / 1e6;
}

// As `medianSeconds(lasting:)` of the library's own programs.
function median_seconds($seconds, $run) {
  $run();
  $start = cpu();
  $run();
  $once = max(cpu() - $start, 1e-6);
  $rounds = $once < $seconds ? 7 : 3;
  $repeats = max(1, (int)($seconds / $rounds / $once));
  $times = [];
  for ($round = 0; $round < $rounds; $round++) {
    $start = cpu();
    for ($repeat = 0; $repeat < $repeats; $repeat++) $run();
    $times[] = (cpu() - $start) / $repeats;
  }
  sort($times);
  return $times[intdiv($rounds, 2)];
}

function calendar($rule, $start) {
  return VObject\Reader::read("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART$start\r\n"
    . "RRULE:$rule\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n");
}

function iterator($calendar) {
  return class_exists('Sabre\VObject\Recur\EventIterator')
    ? new VObject\Recur\EventIterator($calendar, 'a') : new VObject\RecurrenceIterator($calendar, 'a');
}

[, $name, $input, $seconds] = $argv;
$words = explode(' ', $input);
if ($name === 'expand' || $name === 'zoned') {
  $calendar = calendar($words[0], $name === 'zoned' ? ";TZID=$words[4]:$words[1]" : ":$words[1]Z");
  $run = function () use ($calendar, $words) {
    $iterator = iterator($calendar);
    $sum = 0;
    for ($left = (int)$words[2]; $left > 0 && $iterator->valid(); $left--) {
      $sum += $iterator->getDtStart()->getTimestamp();
      $iterator->next();
    }
    return $sum;
  };
  $answer = $run();
} elseif ($name === 'window') {
  $calendar = calendar($words[0], ":$words[1]Z");
  [$from, $upTo] = [new DateTime($words[2] . 'Z'), new DateTime($words[3] . 'Z')];
  $run = function () use ($calendar, $from, $upTo) {
    $iterator = iterator($calendar);
    $iterator->fastForward($from);
    for ($sum = 0; $iterator->valid() && $iterator->getDtStart() < $upTo; $iterator->next())
      $sum += $iterator->getDtStart()->getTimestamp();
    return $sum;
  };
  $answer = $run();
} else {
  $text = file_get_contents($input);
  $calendar = VObject\Reader::read($text);
  if ($name === 'parse') {
    [$count, $sum] = [0, 0];
    foreach ($calendar->select('VEVENT') as $event) {
      $count++;
      $sum += $event->DTSTART->getDateTime()->getTimestamp();
    }
    $answer = "$count/$sum";
    $calendar = null;
    $run = fn() => VObject\Reader::read($text);
  } elseif ($name === 'print' || $name === 'roundTrip') {
    $answer = preg_match_all('/^(?:UID|SUMMARY|DESCRIPTION|LOCATION|DTEND)/m', $calendar->serialize());
    $run = $name === 'print' ? fn() => $calendar->serialize() : fn() => VObject\Reader::read($text)->serialize();
  } else {
    fwrite(STDERR, "unknown workload\n");
    exit(2);
  }
}
$median = median_seconds((float)$seconds, $run);
preg_match('/VmHWM:\s+(\d+)/', file_get_contents('/proc/self/status'), $peak);
echo json_encode(['seconds' => $median, 'answer' => (string)$answer, 'peak' => $peak[1] / 1024]), "\n";
