import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Outcome } from './finding'
import type { Sent } from './read-site'

const timeout = 180_000
const report = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      subType: z.string().optional(),
      url: z.string().optional(),
      lastLine: z.number().optional(),
      lastColumn: z.number().optional(),
      message: z.string(),
      extract: z.string().optional(),
    }),
  ),
})

/** Checks the markup of all pages with the Nu checker, in one run of Java: errors and warnings. */
export async function checkHtml(pages: Sent[]): Promise<Outcome> {
  const jar = findJar()
  const java = Bun.which('java')
  if (!java) return { findings: [], skipped: ['html: no Java on this machine'] }
  if (!jar)
    return { findings: [], skipped: ['html: no Nu checker (bun add --no-save vnu-jar, or its path in VNU_JAR)'] }
  const folder = mkdtempSync(join(tmpdir(), 'check-site-'))
  try {
    const files = pages.map(({ text }, index) => {
      const path = join(folder, `${index}.html`)
      writeFileSync(path, text)
      return path
    })
    const addresses = new Map(pages.map(({ address }, index) => [`${index}.html`, address]))
    const run = Bun.spawn([java, '-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', ...files], {
      stdout: 'pipe',
      stderr: 'pipe',
      timeout,
    })
    const [said, complained] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
    if ((await run.exited) !== 0) throw new Error(`The Nu checker broke off: ${complained.slice(0, 500)}`)
    const { messages } = report.parse(JSON.parse(said))
    const styles = messages.filter(isAboutStyles)
    return {
      findings: messages
        .filter((one) => !isAboutStyles(one) && (one.type !== 'info' || one.subType === 'warning'))
        .map(({ url = '', lastLine, lastColumn, message, extract }) => ({
          check: 'html',
          address: addresses.get(url.split('/').at(-1) ?? '') ?? url,
          message: `${lastLine}:${lastColumn} ${message}${extract ? ` (${extract.replace(/\s+/g, ' ')})` : ''}`,
        })),
      skipped: styles.length
        ? [`html: ${styles.length} remarks on styles (the checker is behind the CSS of browsers)`]
        : [],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isAboutStyles = ({ message }: { message: string }) => message.startsWith('CSS:')

/** The jar is larger than everything else the checks need, so it is not a dependency. */
function findJar(): string | undefined {
  if (process.env.VNU_JAR) return process.env.VNU_JAR
  try {
    const path = join(dirname(Bun.resolveSync('vnu-jar/package.json', import.meta.dir)), 'build/dist/vnu.jar')
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}
