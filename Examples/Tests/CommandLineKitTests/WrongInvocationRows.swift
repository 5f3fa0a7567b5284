/// Command lines that are refused, one a line, each with its error.
enum WrongInvocationRows {
  static let usage = """
    frobnicate
    month 2026
    month 2026-13
    month 2026-3
    month marsh
    month 2026-03 2026-04
    month --months 0
    month --months 121
    month --months x
    month -n
    month --style round
    month --rows -1
    month --rows many
    month --day-color red
    month --selected 2026-02-30
    month --format xml
    month --width 0
    month --width 10001
    month --width wide
    month --color sometimes
    month --first-weekday someday
    month --zone Mars/Olympus
    month --zone
    month --now yesterday
    month --now 2026-03-02
    month --now 2026-03-02T25:00
    month --today 2026-02-29
    month --today today --now 2026-03-02T09:00
    month --budget 0
    month --unknown
    week 2026-W10
    week 2026-02-30
    week --hours 25
    week --hours 9
    week --hours 18-9
    week --days 0
    day 2026-13-01
    day tomorrow2
    day --hours x-y
    day --slots 0
    year 26000
    year twenty
    year 2026 2027
    list --from 2026-02-30
    list --from yesterdayish
    list --until x
    list --days 0
    list --days -1
    list --days x
    list --from 2026-03-02 --until 2026-03-01
    list --from 2026-03-02T10:00 --until 2026-03-02T09:00
    list --days 2 --until 2026-03-03
    list --by year
    list --style grid
    list --kind party
    list extra
    list --from
    search
    search a b
    search --text a
    show
    show a b
    show a --on 2026-02-30
    show a --kind party
    add
    add event
    add party x
    add event x --at
    add event x --at 2026-02-30
    add event x --at 25:00
    add event x --at sometime
    add event x --at 2026-03-02T09:00 --item-color nocolour
    add event x --at 2026-03-02T09:00 --for 0m
    add event x --at 2026-03-02T09:00 --for soon
    add event x --at 2026-03-02T09:00 --for 1h --until 2026-03-02T11:00
    add event x --at 2026-03-02T09:00 --rrule FREQ=NEVER
    add event x --at 2026-03-02T09:00 --rrule FREQ=DAILY;COUNT=0
    add event x --at 2026-03-02T09:00 --rrule FREQ=DAILY;COUNT=2;UNTIL=20260401
    add event x --at 2026-03-02T09:00 --rrule FREQ=DAILY;BYHOUR=24
    add event x --at 2026-03-02T09:00 --repeat now-and-then
    add event x --at 2026-03-02T09:00 --repeat daily --rrule FREQ=DAILY
    add event x --at 2026-03-02T09:00 --alarm x
    add event x --at 2026-03-02T09:00 --attendee nobody
    add event x --at 2026-03-02T09:00 --organizer no body
    add event x --at 2026-03-02T09:00 --in nowhere
    add event x --at 2026-03-02T09:00 -c -
    edit
    edit a
    edit a --scope some --title x
    edit a --scope this --title x
    edit a --on 2026-02-30 --title x
    edit a --at 2026-02-30
    edit a --for never
    edit a --item-color infrared
    edit a --rrule FREQ=
    delete
    delete a --category x
    delete --on 2026-03-03
    delete --scope this a
    delete --kind event
    delete a --scope future
    done
    done a --on x
    undo x
    undo --list x
    import
    import a.ics --in nowhere -c own.ics
    import a.ics --as-message -c own.ics
    import a.ics --as-message --refresh --me ana@x.org -c own.ics
    import a.ics --from ana@x.org -c own.ics
    import a.ics --source feed -c own.ics
    reply
    reply a
    reply a --accept
    reply a --accept --decline --me ana@x.org
    sync
    sync dir
    sync dir dir
    sync dir none --conflict mine
    export x
    export --from x
    export --format svg
    convert
    convert a.ics
    convert a.ics b.ics c.ics
    convert a.ics - -o x
    diff
    diff a.ics
    diff a.ics a.ics a.ics
    merge
    merge a.ics
    merge a.ics a.ics
    merge a.ics a.ics a.ics --conflict mine
    merge --equal a.ics
    merge --equal a.ics a.ics a.ics
    validate
    validate a.ics b.ics
    busy --from x
    busy --owner
    busy --until 2026-03-01 --from 2026-03-02
    busy --format html
    slots
    slots --for 0m
    slots --for long
    slots --for 1h --every 0m
    slots --for 1h --every x
    slots --for 1h --hours mon
    slots --for 1h --hours mon-fri_25:00-26:00
    slots --for 1h --buffer x
    slots --for 1h --notice x
    slots --for 1h --notice 99999999w
    slots --for 1h --ahead -1
    slots --for 1h --per-day -1
    slots --for 1h --per-week x
    slots --for 1h --closed 2026-02-30
    slots --for 1h --closed 2026-03-03/2026-03-01
    slots --for 1h --hours-zone Nowhere
    slots --for 1h --any-of ,
    slots --for 1h --any-of a,a
    slots --for 1h --any-of a,b --needs 3
    slots --for 1h --any-of a,b --needs 0
    slots --for 1h --needs 1
    slots --for 1h --choose fewest
    slots --for 1h --any-of a --choose best
    slots --for 1h --any-of a --owner b
    slots --for 1h --resource mats
    slots --for 1h --resource mats:0
    slots --for 1h --resource mats:-1
    slots --for 1h --resource mats:3/2
    slots --for 1h --resource :3
    slots --for 1h --days 0
    alarms list -n 0
    alarms list -n 100001
    alarms list --from x
    alarms dismiss
    alarms snooze a --for x
    alarms ring
    session
    session book
    session book --coach e --client b
    session book --coach e --client b --at x
    session book --coach e --client b --at 2026-03-05T10:00 --for x
    session book --coach --client b --at 2026-03-05T10:00
    session book --client b --at 2026-03-05T10:00
    session book --coach e --any-of e --client b --at 2026-03-05T10:00
    session book --any-of , --client b --at 2026-03-05T10:00
    session book --coach e --amount 2 --client b --at 2026-03-05T10:00
    session book --any-of room:r --amount 2 --at 2026-03-05T10:00
    session book --any-of room:r --amount 0 --at 2026-03-05T10:00
    session book --any-of room:r --capacity 3 --at 2026-03-05T10:00
    session book --any-of room:r --capacity r=8 --holds 12 --at 2026-03-05T10:00
    session book --any-of room:r --holds hall=12 --at 2026-03-05T10:00
    session book --any-of e --needs 2 --client b --at 2026-03-05T10:00
    session find
    session find --people ,
    session find --people a --within x
    session find --people a --limit 0
    session find --people a --prefer mon
    session reassign
    session reassign eva
    session reassign eva --to ,
    session reassign eva --to eva
    session reassign eva --to leo --with leo.ics
    season plan
    season plan junk.ics --from x
    season plan junk.ics --from 2026-09-05 --round-days 8
    season plan junk.ics --from 2026-09-05 --round-days 0
    season plan junk.ics --from 2026-09-05 --meeting A:2026-09-05
    season plan junk.ics --from 2026-09-05 --not-home A
    season plan junk.ics --from 2026-09-05 --not-home A:2026-09-06/2026-09-05
    season plan teams.csv --from 2026-09-05 --not-home X:2026-09-05
    season plan teams.csv --from 2026-09-05 --taken X:2026-09-05
    season plan teams.csv --from 2026-09-05 --rest -1
    season plan teams.csv --from 2026-09-05 --capacity Betis
    season plan teams.csv --from 2026-09-05 --capacity Betis:x
    season plan teams.csv --from 2026-09-05 --capacity Betis:0
    season plan teams.csv --from 2026-09-05 --meeting Betis,Betis:2026-09-05
    season plan teams.csv --from 2026-09-05 --steps 0
    season plan teams.csv --from 9999-12-20
    season dates teams.csv --season a.ics --match Betis --from 2026-09-05 --until 2026-09-06
    season dates teams.csv --season a.ics --match Betis,Cadiz --from 2026-09-05 --until 2026-09-04
    session next --limit 0
    session next --limit x
    session list --from x
    session move nobody
    session cancel
    session start
    session slots
    session slots --coach e --for x
    session clients
    session clients add
    session clients add x
    session record
    session record --coach e
    session frob
    class frob
    class add
    class add Yoga
    class add Yoga --at 18:00 --for 1h
    class add Yoga --at 18:00 --for 1h --places x
    class add Yoga --at 18:00 --for 1h --places -1
    class add Yoga --at 18:00 --for x --places 1
    class add Yoga --at x --for 1h --places 1
    class add Yoga --at 18:00 --for 1h --places 1 --repeat sometimes
    class add Yoga --at 18:00 --for 1h --places 1 --channel web
    class add Yoga --at 18:00 --for 1h --places 1 --channel web=x
    class add Yoga --at 18:00 --for 1h --places 1 --holds-for x
    class list --weekday x
    class offers
    class offers --member a --places x
    class offers --member a --from x
    class book
    class book nobody --on x --member x
    class book nobody --on 2026-03-02
    class book nobody --member x
    class cancel nobody --on 2026-03-02
    class roster nobody
    class roster nobody --on x
    class change nobody
    class change nobody --places x
    class end nobody
    class end nobody --before x
    class close
    class close --from 2026-03-02
    class close --from 2026-03-03 --until 2026-03-02
    class settle nobody
    class calendar --format svg
    workout
    workout run
    workout log
    workout history --from x
    workout routine frob
    workout routine show nobody
    workout exercise add
    workout machine add
    workout machine remove nobody
    expand
    expand FREQ=DAILY
    expand FREQ=DAILY --start x
    expand FREQ=DAILY --start 20260302 --limit -1
    expand FREQ=DAILY --start 20260302 --limit x
    expand FREQ=DAILY --start 20260302 --from x
    expand FREQ=DAILY --start 20260302 --until x
    expand FREQ=DAILY --start 20260302 --input x
    expand --input x --from 2026-03-02
    expand FREQ=DAILY --start 20260302 --zone Nowhere
    zones Mars/Olympus
    zones a b
    zones --format svg
    completions
    completions tcsh
    """

  static let refused = """
    show nobody
    show a --on 2026-03-04
    add task x --at 2026-03-02
    add task 9lives --at 2026-03-02T09:00
    add task x --at 2026-03-02T09:00 --item-color red
    add event x --at 2026-03-02T09:00 --until 2026-03-02T08:00
    edit nobody --title x
    edit a --on 2026-03-04 --title x
    delete nobody --yes
    delete --category nothing --yes
    done nobody
    done a
    import a.ics --as-message --me ana@x.org -c own.ics
    reply a --accept --me ana@x.org
    reply nobody --accept --me ana@x.org
    alarms dismiss nobody
    alarms snooze a
    session move nobody --at 10:00
    session reassign nobody --to eva
    season plan teams.csv --from 2026-09-05 --not-home Betis:2026-09-05/2027-09-05
    season dates teams.csv --season a.ics --match Betis,Cadiz --from 2026-09-05 --until 2026-09-06
    session cancel nobody
    session complete nobody
    session start nobody
    session edit nobody
    session edit nobody --note x
    session clients remove nobody --coach e
    class book nobody --on 2026-03-02 --member x
    class roster nobody --on 2026-03-02
    class stats nobody
    class change nobody --places 3
    class hold nobody --on 2026-03-02 --member x
    class confirm nobody --on 2026-03-02 --member x
    class check-in nobody --on 2026-03-02 --member x
    class no-show nobody --on 2026-03-02 --member x
    workout run nobody
    """

  static let badData = """
    season plan junk.ics --from 2026-09-05
    season plan twice.csv --from 2026-09-05
    season plan open.csv --from 2026-09-05
    month -c junk.ics
    month -c bad.json
    add event x --at 2026-03-02T09:00 -c junk.ics
    import junk.ics -c own.ics
    import empty.ics -c own.ics
    convert junk.ics -
    diff a.ics junk.ics
    merge a.ics a.ics junk.ics
    validate junk.ics
    validate empty.ics
    validate bad.json
    expand FREQ=NEVER --start 20260302
    expand FREQ=DAILY;INTERVAL=0 --start 20260302
    """

  static let noInput = """
    season plan none.txt --from 2026-09-05
    season dates teams.csv --season none.ics --match Betis,Cadiz --from 2026-09-05 --until 2026-09-06
    month -c none.ics
    edit a --title x -c none.ics
    import none.ics -c own.ics
    import dir -c own.ics
    convert none.ics -
    diff a.ics none.ics
    merge a.ics a.ics none.ics
    validate none.ics
    sync dir none.ics
    sync a.ics dir
    slots --for 1h --with none.ics
    expand --input none.txt
    expand --input dir
    """

  static let cannotWrite = """
    month -o /nowhere/x
    month -o dir
    add event x --at 2026-03-02T09:00 -c none/none.ics
    export -o dir
    convert a.ics /nowhere/x.ics
    convert a.ics dir
    """
}
