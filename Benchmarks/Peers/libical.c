// libical by itself. Workloads: expand, zoned, window, parse, print, roundTrip, month, day.
#include "protocol.h"
#include <libical/ical.h>

static char *words[5];
static struct icalrecurrencetype rule;
static struct icaltimetype start, from, up_to;
static long count;
static long long found, sum;
static volatile long long sink;
static char *text;
static icalcomponent *calendar;

static void keep(struct icaltimetype time) { sum += time.day; }
static void add(struct icaltimetype time) { sum += icaltime_as_timet_with_zone(time, time.zone); }

static void expand_with(void (*use)(struct icaltimetype)) {
  icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
  if (!iterator) refuse("the rule is refused");
  sum = 0;
  for (long number = 0; number < count; number++) {
    struct icaltimetype time = icalrecur_iterator_next(iterator);
    if (icaltime_is_null_time(time)) break;
    use(time);
  }
  icalrecur_iterator_free(iterator);
  sink += sum;
}

static void expand(void *context) { (void)context; expand_with(keep); }
static void zoned(void *context) { (void)context; expand_with(add); }

// By libical's own way to a later time; one with COUNT cannot be left out of.
static void window(void *context) {
  (void)context;
  icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
  if (!iterator) refuse("the rule is refused");
  if (rule.count == 0) icalrecur_iterator_set_start(iterator, from);
  sum = 0;
  for (;;) {
    struct icaltimetype time = icalrecur_iterator_next(iterator);
    if (icaltime_is_null_time(time) || icaltime_compare(time, up_to) >= 0) break;
    if (icaltime_compare(time, from) >= 0) add(time);
  }
  icalrecur_iterator_free(iterator);
}

static void parse(void *context) { (void)context; icalcomponent_free(icalparser_parse_string(text)); }

static void print(void *context) {
  (void)context;
  char *printed = icalcomponent_as_ical_string_r(calendar);
  sink += printed[0];
  icalmemory_free_buffer(printed);
}

static void round_trip(void *context) {
  calendar = icalparser_parse_string(text);
  print(context);
  icalcomponent_free(calendar);
}

static void add_span(icalcomponent *component, struct icaltime_span *span, void *data) {
  (void)component, (void)data;
  found++;
  sum += span->start;
}

static void query(void *context) {
  (void)context;
  found = sum = 0;
  icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
  for (; event; event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT))
    icalcomponent_foreach_recurrence(event, from, up_to, add_span, NULL);
}

static void read_rule(char *input, int wanted) {
  int number = 0;
  for (char *word = strtok(input, " "); word && number < 5; word = strtok(NULL, " ")) words[number++] = word;
  if (number < wanted) refuse("RULE START COUNT LAST, RULE START COUNT LAST ZONE or RULE START FROM UPTO");
  rule = icalrecurrencetype_from_string(words[0]);
  start = icaltime_from_string(words[1]);
}

static void starts(char *answer) {
  found = sum = 0;
  icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
  for (; event; event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)) {
    found++;
    add(icalcomponent_get_dtstart(event));
  }
  sprintf(answer, "%lld/%lld", found, sum);
}

int main(int argc, char **argv) {
  if (argc != 4) refuse("WORKLOAD INPUT SECONDS");
  icalerror_set_errors_are_fatal(0);
  const char *name = argv[1];
  char answer[64];
  void (*run)(void *);
  if (!strcmp(name, "expand") || !strcmp(name, "zoned")) {
    int is_zoned = !strcmp(name, "zoned");
    read_rule(argv[2], is_zoned ? 5 : 4);
    count = atol(words[2]);
    if (is_zoned) start.zone = icaltimezone_get_builtin_timezone(words[4]);
    run = is_zoned ? zoned : expand;
    expand_with(add);
    sprintf(answer, "%lld", sum);
  } else if (!strcmp(name, "window")) {
    read_rule(argv[2], 4);
    from = icaltime_from_string(words[2]);
    up_to = icaltime_from_string(words[3]);
    run = window;
    window(NULL);
    sprintf(answer, "%lld", sum);
  } else {
    text = content(argv[2]);
    if (!strcmp(name, "parse")) {
      calendar = icalparser_parse_string(text);
      starts(answer);
      icalcomponent_free(calendar);
      run = parse;
    } else if (!strcmp(name, "print") || !strcmp(name, "roundTrip")) {
      calendar = icalparser_parse_string(text);
      char *printed = icalcomponent_as_ical_string_r(calendar);
      sprintf(answer, "%ld", main_lines(printed));
      icalmemory_free_buffer(printed);
      run = !strcmp(name, "print") ? print : round_trip;
      if (run == round_trip) icalcomponent_free(calendar);
    } else if (!strcmp(name, "month") || !strcmp(name, "day")) {
      int is_month = !strcmp(name, "month");
      calendar = icalparser_parse_string(text);
      icaltimezone *zone = icaltimezone_get_builtin_timezone("Europe/Madrid");
      from = icaltime_from_string(is_month ? "20260501T000000" : "20260513T000000");
      up_to = icaltime_from_string(is_month ? "20260601T000000" : "20260514T000000");
      from.zone = up_to.zone = zone;
      run = query;
      query(NULL);
      sprintf(answer, "%lld/%lld", found, sum);
    } else {
      refuse("unknown workload");
      return 2;
    }
  }
  double seconds = median_seconds(atof(argv[3]), run, NULL);
  report(seconds, answer, peak_memory());
}
