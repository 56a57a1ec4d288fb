import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

/** KaTeX names each font in three formats; every window that this runs in reads the first. */
const onlyWoff2 = {
  name: 'only-woff2',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.endsWith('katex.css') ? code.replaceAll(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\(['"]\w+['"]\)/g, '') : null
}

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
    plugins: [react(), onlyWoff2],
    // Its other form asks the DOM what "&amp;" is, by markup from a string, which the page's policy does not let happen.
    resolve: { alias: { 'decode-named-character-reference': resolve('node_modules/decode-named-character-reference/index.js') } },
    worker: { format: 'es' },
    // Nothing is written into the page: its policy takes fonts and scripts from files only.
    build: { minify: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 4000, rollupOptions: { input: resolve('src/renderer/index.html') } }
  }
})
