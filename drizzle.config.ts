import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: [
    './src/features/*/table.ts',
    './src/records/table.ts',
    './src/auth/table.ts',
    './src/auth/second-factor/table.ts',
    './src/auth/tokens/table.ts',
    './src/platform/*/table.ts',
    './src/app/*/table.ts',
  ],
  out: './drizzle',
})
