// KCalendarCore. Workloads: expand, zoned, window, parse, print, roundTrip, month, day.
#include "protocol.h"
#include <KCalendarCore/ICalFormat>
#include <KCalendarCore/MemoryCalendar>
#include <KCalendarCore/OccurrenceIterator>
#include <KCalendarCore/RecurrenceRule>
#include <QCoreApplication>
#include <QTimeZone>
#include <functional>
#include <string>

using namespace KCalendarCore;
using Function = std::function<void()>;

static void call(void *function) { (*static_cast<Function *>(function))(); }

static QDateTime time_of(const QString &digits, const QTimeZone &zone) {
  const QDateTime time = QDateTime::fromString(digits, QStringLiteral("yyyyMMddTHHmmss"));
  return QDateTime(time.date(), time.time(), zone);
}

static long long sum_of(const QList<QDateTime> &times) {
  long long sum = 0;
  for (const QDateTime &time : times) sum += time.toSecsSinceEpoch();
  return sum;
}

int main(int argc, char **argv) {
  QCoreApplication application(argc, argv);
  if (argc != 4) refuse("WORKLOAD INPUT SECONDS");
  const std::string name = argv[1];
  const QTimeZone utc = QTimeZone::utc(), madrid("Europe/Madrid");
  Function run;
  QByteArray text;
  RecurrenceRule rule;
  QDateTime from, up_to;
  MemoryCalendar::Ptr calendar;
  std::string answer;
  long long found = 0, sum = 0;
  const auto load = [&] {
    calendar = MemoryCalendar::Ptr(new MemoryCalendar(madrid));
    if (!ICalFormat().fromRawString(calendar, text)) refuse("the file is refused");
  };
  const auto printed = [&] { return ICalFormat().toString(calendar.staticCast<Calendar>()).toUtf8(); };
  if (name == "expand" || name == "zoned" || name == "window") {
    const QStringList words = QString::fromUtf8(argv[2]).split(QLatin1Char(' '));
    if (words.size() < 4) refuse("RULE START COUNT LAST, RULE START COUNT LAST ZONE or RULE START FROM UPTO");
    const QTimeZone zone = name == "zoned" ? QTimeZone(words[4].toUtf8()) : utc;
    if (!ICalFormat().fromString(&rule, words[0])) refuse("the rule is refused");
    from = time_of(words[1], zone);
    rule.setStartDt(from);
    up_to = time_of(words[3], zone);
    if (name == "window") {
      from = time_of(words[2], zone);
      up_to = up_to.addSecs(-1);
    }
    answer = std::to_string(sum_of(rule.timesInInterval(from, up_to)));
    if (name == "expand") run = [&] { found += rule.timesInInterval(from, up_to).size(); };
    else run = [&] { sum += sum_of(rule.timesInInterval(from, up_to)); };
  } else {
    char *bytes = content(argv[2]);
    text = QByteArray(bytes);
    free(bytes);
    if (name == "parse") {
      load();
      for (const Event::Ptr &event : calendar->rawEvents()) found++, sum += event->dtStart().toSecsSinceEpoch();
      answer = std::to_string(found) + "/" + std::to_string(sum);
      calendar.clear();
      run = [&] { load(); };
    } else if (name == "print" || name == "roundTrip") {
      load();
      answer = std::to_string(main_lines(printed().constData()));
      if (name == "print") run = [&] { found += printed().size(); };
      else run = [&] { load(); found += printed().size(); };
    } else if (name == "month" || name == "day") {
      load();
      const bool is_month = name == "month";
      from = time_of(is_month ? QStringLiteral("20260501T000000") : QStringLiteral("20260513T000000"), madrid);
      up_to = (is_month ? from.addMonths(1) : from.addDays(1)).addSecs(-1);
      run = [&] {
        found = sum = 0;
        OccurrenceIterator iterator(*calendar, from, up_to);
        while (iterator.hasNext()) {
          iterator.next();
          found++;
          sum += iterator.occurrenceStartDate().toSecsSinceEpoch();
        }
      };
      run();
      answer = std::to_string(found) + "/" + std::to_string(sum);
    } else {
      refuse("unknown workload");
    }
  }
  const double seconds = median_seconds(atof(argv[3]), call, &run);
  report(seconds, answer.c_str(), peak_memory());
}
