type DescribedError = {
  name: string
  code?: string
  message: string
  constraint?: string
  stack?: string
  cause?: DescribedError
}

/**
 * Formats an error for the log. Texts that may contain a visitor's input are left out: parameters and details of
 * queries, values repeated by PostgreSQL, and the first lines of stacks, which repeat the message.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error))
    return { name: typeof error, message: typeof error === 'string' ? error : 'not an error' }
  return {
    name: error.name,
    ...textField(error, 'code'),
    message: safeMessage(error),
    ...textField(error, 'constraint', 'constraint_name'),
    ...(error.stack ? { stack: framesOf(error.stack) } : {}),
    ...(error.cause instanceof Error && depth < 4 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

function safeMessage(error: Error): string {
  if ('query' in error && typeof error.query === 'string' && error.message.startsWith('Failed query'))
    return `Failed query: ${error.query}`
  const quotesInput = 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
  return quotesInput ? error.message.replace(/:?\s*".*"/s, '') : error.message
}

function textField(error: object, name: 'code' | 'constraint', source: string = name): Record<string, string> {
  const value: unknown = Reflect.get(error, source) ?? Reflect.get(error, name)
  return typeof value === 'string' ? { [name]: value } : {}
}

const framesOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())
    .join(' | ')
