import type { Language } from './language'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A file size for display: `2.4 MB`. */
export function bytesText(bytes: number, language: Language): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : bytes < 1_000_000_000 ? 2 : 3
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step >= 2 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}
