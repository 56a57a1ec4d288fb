import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'e2e/**/*.test.ts', 'bench/**/*.test.ts', 'crash/**/*.test.ts', 'scripts/**/*.test.mjs'], testTimeout: 20_000 }
})
