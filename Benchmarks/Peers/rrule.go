// rrule-go, in the version of the distribution. Workloads: expand, zoned, window.
package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"

	rrule "github.com/teambition/rrule-go"
)

func refuse(what string) {
	fmt.Fprintln(os.Stderr, what)
	os.Exit(2)
}

func cpuSeconds() float64 {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}

// As `medianSeconds(lasting:)` of the library's own programs.
func medianSeconds(seconds float64, run func() int64) float64 {
	run()
	start := cpuSeconds()
	run()
	once := cpuSeconds() - start
	if once < 1e-6 {
		once = 1e-6
	}
	rounds := 3
	if once < seconds {
		rounds = 7
	}
	repeats := int(seconds / float64(rounds) / once)
	if repeats < 1 {
		repeats = 1
	}
	times := make([]float64, rounds)
	for round := range times {
		start = cpuSeconds()
		for repeat := 0; repeat < repeats; repeat++ {
			run()
		}
		times[round] = (cpuSeconds() - start) / float64(repeats)
	}
	sort.Float64s(times)
	return times[rounds/2]
}

func peakMemory() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(status), "\n") {
		if strings.HasPrefix(line, "VmHWM:") {
			kibibytes, _ := strconv.ParseFloat(strings.Fields(line)[1], 64)
			return kibibytes / 1024
		}
	}
	return 0
}

func timeOf(digits string, zone *time.Location) time.Time {
	moment, err := time.ParseInLocation("20060102T150405", digits, zone)
	if err != nil {
		refuse(err.Error())
	}
	return moment
}

func main() {
	if len(os.Args) != 4 {
		refuse("WORKLOAD INPUT SECONDS")
	}
	name, words := os.Args[1], strings.Fields(os.Args[2])
	seconds, err := strconv.ParseFloat(os.Args[3], 64)
	if err != nil || len(words) < 4 || name != "expand" && name != "zoned" && name != "window" {
		refuse("expand, zoned or window; RULE START COUNT LAST, RULE START COUNT LAST ZONE or RULE START FROM UPTO")
	}
	zone := time.UTC
	if name == "zoned" {
		if zone, err = time.LoadLocation(words[4]); err != nil {
			refuse(err.Error())
		}
	}
	options, err := rrule.StrToROption(words[0])
	if err != nil {
		refuse(err.Error())
	}
	options.Dtstart = timeOf(words[1], zone)
	rule, err := rrule.NewRRule(*options)
	if err != nil {
		refuse(err.Error())
	}
	count, _ := strconv.Atoi(words[2])
	run := func() int64 {
		sum := int64(0)
		next := rule.Iterator()
		for left := count; left > 0; left-- {
			moment, ok := next()
			if !ok {
				break
			}
			sum += moment.Unix()
		}
		return sum
	}
	if name == "window" {
		from, last := timeOf(words[2], zone), timeOf(words[3], zone).Add(-time.Second)
		run = func() int64 {
			sum := int64(0)
			for _, moment := range rule.Between(from, last, true) {
				sum += moment.Unix()
			}
			return sum
		}
	}
	answer := run()
	median := medianSeconds(seconds, run)
	fmt.Printf("{\"seconds\": %g, \"answer\": \"%d\", \"peak\": %.1f}\n", median, answer, peakMemory())
}
