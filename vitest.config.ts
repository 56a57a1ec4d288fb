import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'e2e/**/*.test.ts', 'bench/**/*.test.ts', 'crash/**/*.test.ts', 'scripts/**/*.test.mjs'],
    testTimeout: 20_000,
    // One more than there are cores: tests wait for real processes more than they compute.
    maxWorkers: availableParallelism() + 1
  }
})
