/** A text as it is written, or a placeholder by its name (`{count}`; `#` in the forms of a plural is one too). */
export type MessagePart = string | { name: string }

/** The words of a choice for each value of a placeholder. */
export type MessageChoice = { name: string; type: ChoiceType; offset: number; forms: MessageForm[] }
type ChoiceType = 'plural' | 'select' | 'selectordinal'
/** `key`: `one`, `other`, `=0`, or a value. */
type MessageForm = { key: string; message: EditableMessage }

/**
 * An ICU message as it can be edited without its syntax: one text with placeholders, whose words for some of them are
 * listed separately (`selects`), or a whole text for each form of a plural.
 */
export type EditableMessage = { parts: MessagePart[]; selects: MessageChoice[] } | { plural: MessageChoice }

type Parsed = (MessagePart | MessageChoice)[]

/** Undefined if the message has a fault, or a format that no text of the site has. */
export function readMessage(message: string): EditableMessage | undefined {
  try {
    return toEditable(parse(message))
  } catch {
    return undefined
  }
}

export const isPlural = (message: EditableMessage): message is { plural: MessageChoice } => 'plural' in message

/** The ICU message of an editable one. A text in which nothing is said is empty. */
export const writeMessage = (message: EditableMessage): string => write(message, undefined, false)

/** `counted`: the placeholder that `#` stands for. `isInside`: a brace follows. */
function write(message: EditableMessage, counted: string | undefined, isInside: boolean): string {
  if (isPlural(message)) {
    const { plural } = message
    const forms = plural.forms.map((form) => ({ ...form, text: write(form.message, plural.name, true) }))
    if (forms.every(({ text }) => text.trim() === '')) return ''
    const offset = plural.offset === 0 ? '' : ` offset:${plural.offset}`
    return `{${plural.name}, ${plural.type},${offset} ${forms.map(({ key, text }) => `${key} {${text}}`).join(' ')}}`
  }
  const { parts, selects } = message
  return parts
    .map((part, index) => {
      if (typeof part === 'string') return escaped(part, counted !== undefined, isInside || index < parts.length - 1)
      const choice = selects.find(({ name }) => name === part.name)
      if (choice) return writeSelect(choice, counted)
      return part.name === counted ? '#' : `{${part.name}}`
    })
    .join('')
}

const writeSelect = ({ name, type, forms }: MessageChoice, counted: string | undefined): string =>
  `{${name}, ${type}, ${forms.map(({ key, message }) => `${key} {${write(message, counted, true)}}`).join(' ')}}`

/** Braces are quoted, in a plural `#` too; an apostrophe that would begin a quotation is doubled. */
function escaped(text: string, isCounted: boolean, isFollowed: boolean): string {
  const special = isCounted ? '{}#' : '{}'
  return text
    .replaceAll(new RegExp(`'(?=['${special}]${isFollowed ? '|$' : ''})`, 'g'), "''")
    .replaceAll(new RegExp(`[${special}]+`, 'g'), "'$&'")
}

/** The names of its placeholders, once each, in order. */
export function placeholdersIn(message: EditableMessage): string[] {
  const inForms = ({ name, forms }: MessageChoice): string[] => [
    name,
    ...forms.flatMap((form) => placeholdersIn(form.message)),
  ]
  const all = isPlural(message)
    ? inForms(message.plural)
    : [
        ...message.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])),
        ...message.selects.flatMap(inForms),
      ]
  return [...new Set(all)]
}

/** The text around a plural becomes part of each of its forms, so that a form is a whole text. */
function toEditable(parsed: Parsed): EditableMessage {
  const index = parsed.findIndex((part) => typeof part === 'object' && 'forms' in part && part.type !== 'select')
  const found = parsed[index]
  if (typeof found === 'object' && 'forms' in found) {
    const whole = (form: MessageForm): MessageForm => ({
      key: form.key,
      message: toEditable([...parsed.slice(0, index), ...flattened(form.message), ...parsed.slice(index + 1)]),
    })
    return { plural: { ...found, forms: found.forms.map(whole) } }
  }
  return {
    parts: joined(parsed.map((part) => (typeof part === 'object' ? { name: part.name } : part))),
    selects: parsed.filter((part) => typeof part === 'object' && 'forms' in part),
  }
}

function flattened(message: EditableMessage): Parsed {
  if (isPlural(message)) return [message.plural]
  return message.parts.map((part) =>
    typeof part === 'string' ? part : (message.selects.find(({ name }) => name === part.name) ?? part),
  )
}

const joined = (parts: MessagePart[]): MessagePart[] =>
  parts.reduce<MessagePart[]>((all, part) => {
    const last = all.at(-1)
    if (typeof part !== 'string' || typeof last !== 'string') return part === '' ? all : [...all, part]
    return [...all.slice(0, -1), last + part]
  }, [])

/** Reads the part of ICU's syntax that the API accepts: placeholders and choices. */
function parse(message: string): Parsed {
  let at = 0
  const fail = (): never => {
    throw new SyntaxError(`Unexpected character at ${at}`)
  }
  const space = () => {
    while (/\s/.test(message[at] ?? '')) at++
  }
  const take = (pattern: RegExp): string => {
    space()
    const [found] = new RegExp(pattern, 'uy').exec(message.slice(at)) ?? fail()
    at += found.length
    space()
    return found
  }

  /** Up to the end, or to the brace that closes the form of a choice. */
  const readText = (counted: string | undefined, isInside: boolean): Parsed => {
    const parts: Parsed = ['']
    const say = (text: string) => {
      const last = parts.at(-1)
      if (typeof last === 'string') parts[parts.length - 1] = last + text
      else parts.push(text)
    }
    while (at < message.length) {
      const sign = message[at]!
      if (sign === "'") say(readApostrophe(counted !== undefined))
      else if (sign === '{') parts.push(readPlaceholder(counted))
      else if (sign === '}') return isInside ? parts : fail()
      else {
        at++
        if (sign === '#' && counted !== undefined) parts.push({ name: counted })
        else say(sign)
      }
    }
    return isInside ? fail() : parts
  }

  /** Two are one; one before a special character begins a quotation; else it is itself. */
  const readApostrophe = (isCounted: boolean): string => {
    at++
    const next = message[at] ?? ''
    if (next === "'") {
      at++
      return next
    }
    if (!(isCounted ? /[{}#]/ : /[{}]/).test(next)) return "'"
    let quoted = ''
    while (at < message.length) {
      const sign = message[at++]!
      if (sign !== "'") quoted += sign
      else if (message[at] === "'") {
        quoted += sign
        at++
      } else break
    }
    return quoted
  }

  const readPlaceholder = (counted: string | undefined): { name: string } | MessageChoice => {
    at++
    const name = take(/[\w.-]+/)
    if (take(/[,}]/) === '}') {
      // The space behind the brace belongs to the text.
      at = message.lastIndexOf('}', at - 1) + 1
      return { name }
    }
    const type = take(/plural|selectordinal|select/) as ChoiceType
    take(/,/)
    const offset = type !== 'select' && message.startsWith('offset:', at) ? Number(take(/offset:\s*\d+/).slice(7)) : 0
    const forms: MessageForm[] = []
    while (message[at] !== '}') {
      const key = take(/=\d+|[^\s,{}#'=]+/)
      if (message[at] !== '{') fail()
      at++
      const inner = readText(type === 'select' ? counted : name, true)
      at++
      space()
      forms.push({ key, message: toEditable(inner) })
    }
    at++
    return forms.some(({ key }) => key === 'other') ? { name, type, offset, forms } : fail()
  }

  return readText(undefined, false)
}
