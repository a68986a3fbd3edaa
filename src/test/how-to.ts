import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type copyProject, root } from './project-copy'

type Copy = ReturnType<typeof copyProject>

const fence = /^```(\w+)(?: (\S+))?\n(.*?)^```$/gms

/**
 * Follows a page of `docs/how-to` in a copy of the project, from top to bottom. A block of code with a path is a new file,
 * one of `diff` changes a file, and one of `console` contains commands, each with lines that it prints. Numbers of
 * migrations may differ.
 */
export async function follow(guide: string, { at, run }: Pick<Copy, 'at' | 'run'>): Promise<void> {
  const text = readFileSync(join(root, 'docs/how-to', guide), 'utf8')
  for (const [, language = '', path = '', code = ''] of text.matchAll(fence)) {
    if (language === 'console') await runAll(code, run)
    else if (path === '') throw new Error(`${guide} has a block of code without a path:\n${code}`)
    else if (language === 'diff') writeFileSync(at(path), changed(readFileSync(at(path), 'utf8'), { path, code }))
    else {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), code)
    }
  }
}

/** A file after the changes of a block, whose parts are separated by `@@`. Each occurs once, whatever is around it. */
function changed(file: string, { path, code }: { path: string; code: string }): string {
  return code.split(/^@@\n/m).reduce((before, part) => {
    const lines = part.split('\n').slice(0, -1)
    const side = (sign: '+' | '-') =>
      lines.flatMap((line) => (line.startsWith(sign) || line.startsWith(' ') ? [`${line.slice(1)}\n`] : [])).join('')
    const [start, end, ...more] = before.split(side('-'))
    if (side('-') === '' || start === undefined || end === undefined || more.length > 0)
      throw new Error(`These lines have to occur once in ${path}:\n${side('-')}`)
    return start + side('+') + end
  }, file)
}

async function runAll(code: string, run: Copy['run']): Promise<void> {
  for (const [, command = '', expected = ''] of code.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
    const printed = unnumbered(await run('sh', '-c', command))
    const missing = unnumbered(expected)
      .split('\n')
      .filter((line) => !printed.includes(line))
    if (missing.length > 0) throw new Error(`${command}\ndoes not print\n${missing.join('\n')}\nbut\n${printed}`)
  }
}

const unnumbered = (text: string) => text.replaceAll(/drizzle\/\d{4}_/g, 'drizzle/0000_')
