import { isRecord, parseJson } from '#text/parse-json'

type FrontMatter = { facts: Readonly<Record<string, unknown>>; text: string; isBroken: boolean }

const yaml = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
const toml = /^\+\+\+[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)\+\+\+[ \t]*(?:\r?\n|$)/

const deepest = 100
/** Characters and values that aliases may add to those that are written out. */
const mostRepeated = 10_000
/** Each merge copies all keys of a map. */
const mostMerges = 100

/**
 * The front matter at the top of a text: between two lines of hyphens (YAML) or plus signs (TOML), or in braces (JSON).
 */
export function readFrontMatter(file: string): FrontMatter {
  const whole = file.replace(/^\uFEFF/, '').replace(/^\s*(?=---|\+\+\+)/, '')
  const [head, inside = ''] = yaml.exec(whole) ?? []
  if (head !== undefined) return parsed(Bun.YAML.parse, inside, whole.slice(head.length))
  const [plus, written = ''] = toml.exec(whole) ?? []
  if (plus !== undefined) return parsed(Bun.TOML.parse, written, whole.slice(plus.length))
  const [json] = /^\{\r?\n[\s\S]*?\r?\n\}\r?\n/.exec(whole) ?? []
  if (json !== undefined && isRecord(parseJson(json))) return parsed(parseJson, json, whole.slice(json.length))
  return { facts: {}, text: whole, isBroken: false }
}

export const readYaml = (text: string): FrontMatter['facts'] => parsed(Bun.YAML.parse, text, '').facts
export const readToml = (text: string): FrontMatter['facts'] => parsed(Bun.TOML.parse, text, '').facts

function parsed(parse: (head: string) => unknown, head: string, text: string): FrontMatter {
  const broken = { facts: {}, text, isBroken: true }
  if (head.split('<<:', mostMerges + 2).length > mostMerges + 1) return broken
  try {
    const facts = parse(head)
    if (!isBounded(facts, 2 * head.length + mostRepeated)) return broken
    return isRecord(facts) ? { facts, text, isBroken: false } : { facts: {}, text, isBroken: facts !== null }
  } catch {
    return broken
  }
}

/**
 * Whether a parsed value, with all that its aliases repeat, has at most that many values and characters, in few levels.
 * Aliases of aliases make a few lines of YAML as large as they like, or endless.
 */
function isBounded(value: unknown, most: number): boolean {
  let size = 0
  const isWithin = (part: unknown, depth: number): boolean => {
    size += 1 + (typeof part === 'string' ? part.length : 0)
    if (size > most || depth > deepest) return false
    if (typeof part !== 'object' || part === null) return true
    return Object.entries(part).every(([name, inner]) => {
      size += Array.isArray(part) ? 0 : name.length
      return isWithin(inner, depth + 1)
    })
  }
  return isWithin(value, 0)
}
