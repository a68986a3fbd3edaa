const year = String.raw`\d{4}`
const month = String.raw`(?:0[1-9]|1[0-2])`
const day = String.raw`(?:0[1-9]|[12]\d|3[01])`
const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?`
const zone = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)`
const forms = [
  year,
  `${year}-${month}`,
  String.raw`${year}-W(?:0[1-9]|[1-4]\d|5[0-2])`,
  clock,
  zone,
  `(?:--)?(?<yearless>${month}-${day})`,
  `(?<date>${year}-${month}-${day})(?:[T ]${clock}${zone}?)?`,
  String.raw`P(?=.)(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d{1,3})?S)?)?`,
].map((form) => new RegExp(`^${form}$`))

/** Whether a text is one of the dates, times and durations that a `time` element may hold. */
export function isDatetime(text: string): boolean {
  const found = forms.map((form) => form.exec(text)).find((match) => match !== null)
  if (!found || text.startsWith('0000')) return false
  const { date, yearless } = found.groups ?? {}
  return isDay(date ?? (yearless && `2000-${yearless}`))
}

/** 30 February has the form of a date. */
function isDay(date: string | undefined): boolean {
  if (date === undefined) return true
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}
