// Resaves a calendar as KDE's programs do: KCalendarCore reads IN and writes OUT. With UID and TITLE, the item of that
// UID and its changed instances get a new title first.
//
//   g++ -fPIC resave_kde.cpp -o resave_kde $(pkg-config --cflags --libs KF5CalendarCore Qt5Core)
//   resave_kde IN OUT [UID TITLE]
#include <KCalendarCore/FileStorage>
#include <KCalendarCore/MemoryCalendar>
#include <QCoreApplication>
#include <QTextStream>
#include <QTimeZone>

int main(int count, char **arguments) {
  QCoreApplication application(count, arguments);
  const QStringList words = application.arguments();
  QTextStream errors(stderr);
  if (words.size() != 3 && words.size() != 5) {
    errors << "expected IN OUT [UID TITLE]\n";
    return 2;
  }
  KCalendarCore::MemoryCalendar::Ptr calendar(new KCalendarCore::MemoryCalendar(QTimeZone::utc()));
  KCalendarCore::FileStorage input(calendar, words[1]);
  if (!input.load()) {
    errors << words[1] << ": not read\n";
    return 2;
  }
  int renamed = 0;
  for (const auto &incidence : calendar->rawIncidences()) {
    if (words.size() == 5 && incidence->uid() == words[3]) {
      incidence->setSummary(words[4]);
      renamed += 1;
    }
  }
  if (words.size() == 5 && renamed == 0) {
    errors << words[3] << ": no such item\n";
    return 2;
  }
  KCalendarCore::FileStorage output(calendar, words[2]);
  if (!output.save()) {
    errors << words[2] << ": not written\n";
    return 2;
  }
  return 0;
}
