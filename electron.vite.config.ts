import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

/** One build makes all: the Electron entry, the served entry, the engine processes, the preload and the window. */
export default defineConfig({
  main: {
    build: {
      target: 'node22',
      rollupOptions: {
        input: {
          index: resolve('src/main/index.ts'),
          serve: resolve('src/main/serve.ts'),
          'pi-process': resolve('src/main/engine/pi/process.ts'),
          reaper: resolve('src/main/process/reaper.ts'),
          records: resolve('src/main/records/main.ts')
        }
      }
    }
  },
  preload: {
    build: { rollupOptions: { input: resolve('src/preload/index.ts'), output: { format: 'cjs', entryFileNames: 'index.cjs' } } }
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: { minify: true, chunkSizeWarningLimit: 4000, rollupOptions: { input: resolve('src/renderer/index.html') } }
  }
})
