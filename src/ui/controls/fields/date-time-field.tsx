import {
  type CalendarDate,
  CalendarDateTime,
  type DateValue,
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  type ZonedDateTime,
} from '@internationalized/date'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateFieldStateContext,
  DateInput,
  DatePicker,
  type DatePickerProps,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from 'react-aria-components'
import { timeZone } from '#i18n/site-zone'
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#ui/controls/buttons/icons'
import { FieldFoot, FieldHead } from './text-field'

type DateTimeFieldProps = {
  label: string
  /** An ISO timestamp in UTC, shown and edited in the time zone of the site, or else of the reader; or a day; empty without one. */
  value: string
  onChange: (iso: string) => void
  error?: string
  description?: string
  isRequired?: boolean
  /** The name of the button that empties the field; without it there is none. */
  clear?: string
}

/** A date and a time to the minute, typed or chosen from a calendar, in the language of the nearest `I18nProvider`. */
export function DateTimeField({ value, onChange, ...field }: DateTimeFieldProps) {
  return (
    <Picker
      {...field}
      granularity="minute"
      hideTimeZone
      value={toLocal(value)}
      // Seconds of the previous value would delay a full minute that was chosen.
      onChange={(moment) => onChange(moment === null ? '' : toIso(moment.set({ second: 0, millisecond: 0 })))}
    />
  )
}

/** A day (`2026-03-09`), typed or chosen from a calendar; empty without one. */
export function DayField({ value, onChange, ...field }: DateTimeFieldProps) {
  return <Picker {...field} value={toDay(value)} onChange={(day) => onChange(day?.toString() ?? '')} />
}

type PickerProps<Value extends DateValue> = Omit<DateTimeFieldProps, 'value' | 'onChange'> &
  Pick<DatePickerProps<Value>, 'granularity' | 'hideTimeZone' | 'value' | 'onChange'>

function Picker<Value extends DateValue>({ label, error, description, clear, ...picker }: PickerProps<Value>) {
  const group = useRef<HTMLDivElement>(null)
  return (
    <DatePicker
      {...picker}
      className="kit-field"
      shouldForceLeadingZeros
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <FieldHead label={label} isRequired={picker.isRequired} />
      <Group className="kit-input kit-date" ref={group}>
        <DateInput className="kit-date-input">
          {(segment) => (
            <>
              <DateSegment segment={segment} className="kit-date-segment" />
              {segment.type === 'minute' && <MidnightByDefault />}
            </>
          )}
        </DateInput>
        {clear !== undefined && picker.value && (
          <Button
            slot={null}
            className="kit-date-button kit-date-clear"
            aria-label={clear}
            onPress={() => {
              picker.onChange?.(null)
              group.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus()
            }}
          >
            <CloseIcon />
          </Button>
        )}
        <Button className="kit-date-button">
          <CalendarIcon />
        </Button>
      </Group>
      <FieldFoot description={description} error={error} />
      <CalendarPopover />
    </DatePicker>
  )
}

const CalendarPopover = () => (
  <Popover className="kit-popover">
    <Dialog className="kit-calendar-dialog">
      <Calendar className="kit-calendar">
        <header className="kit-calendar-head">
          <Button slot="previous" className="kit-icon-button" data-variant="quiet">
            <ChevronLeftIcon />
          </Button>
          <Heading className="kit-calendar-title" />
          <Button slot="next" className="kit-icon-button" data-variant="quiet">
            <ChevronRightIcon />
          </Button>
        </header>
        <CalendarGrid>
          <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>{(date) => <CalendarCell date={date} className="kit-calendar-day" />}</CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </Dialog>
  </Popover>
)

/** A date that is typed without a time begins at midnight, as one that is chosen from the calendar does. */
function MidnightByDefault() {
  const state = useContext(DateFieldStateContext)
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((type) => {
    const segment = state?.segments.find((one) => one.type === type)
    return segment && !segment.isPlaceholder ? segment.value : undefined
  })
  const isDate = Boolean(year && year >= firstWholeYear && month && day)
  const isMissingTime = isDate && hour === undefined && minute === undefined
  const fill = useEffectEvent(() => {
    if (year && month && day) state?.setValue(new CalendarDateTime(year, month, day))
  })
  useEffect(() => {
    if (isMissingTime) fill()
  }, [isMissingTime])
  return null
}

/** A smaller one is still being typed. */
const firstWholeYear = 1000

const zone = () => timeZone() ?? getLocalTimeZone()

/** What was typed into an empty field has no time zone of its own. */
const toIso = (moment: DateValue): string => moment.toDate(zone()).toISOString()

function toLocal(iso: string): ZonedDateTime | null {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? null : parseAbsolute(moment.toISOString(), zone())
}

const toDay = (text: string): CalendarDate | null => (/^\d{4}-\d\d-\d\d$/.test(text) ? parseDate(text) : null)
