import { isRecord, parseJson } from '#text/parse-json'

type FrontMatter = { facts: Readonly<Record<string, unknown>>; text: string; isBroken: boolean }

const yaml = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
const toml = /^\+\+\+[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)\+\+\+[ \t]*(?:\r?\n|$)/

/**
 * The front matter at the top of a text: between two lines of hyphens (YAML) or plus signs (TOML), or in braces (JSON).
 */
export function readFrontMatter(file: string): FrontMatter {
  const whole = file.replace(/^\uFEFF/, '').replace(/^\s*(?=---|\+\+\+)/, '')
  const [head, inside] = yaml.exec(whole) ?? []
  if (head !== undefined) return parsed(() => Bun.YAML.parse(inside ?? ''), whole.slice(head.length))
  const [plus, written] = toml.exec(whole) ?? []
  if (plus !== undefined) return parsed(() => Bun.TOML.parse(written ?? ''), whole.slice(plus.length))
  const [json] = /^\{\r?\n[\s\S]*?\r?\n\}\r?\n/.exec(whole) ?? []
  if (json !== undefined && isRecord(parseJson(json))) return parsed(() => parseJson(json), whole.slice(json.length))
  return { facts: {}, text: whole, isBroken: false }
}

export function readYaml(text: string): Readonly<Record<string, unknown>> {
  return parsed(() => Bun.YAML.parse(text), '').facts
}

function parsed(parse: () => unknown, text: string): FrontMatter {
  try {
    const facts = parse()
    return isRecord(facts) ? { facts, text, isBroken: false } : { facts: {}, text, isBroken: facts !== null }
  } catch {
    return { facts: {}, text, isBroken: true }
  }
}
