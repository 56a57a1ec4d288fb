/** Installs pinned packages into a scratch folder, once. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export async function install(packages: readonly string[], folder: string, note: (line: string) => void): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const spec of packages) {
    const at = spec.lastIndexOf('@')
    const [name, version] = [spec.slice(0, at), spec.slice(at + 1)]
    if ((await installedVersion(folder, name)) === version) continue
    note(`  installing ${spec} …`)
    await writeFile(join(folder, 'package.json'), '{"private":true}\n')
    await promisify(execFile)('npm', ['install', '--save-exact', '--no-audit', '--no-fund', spec], { cwd: folder, timeout: 600_000, maxBuffer: 16 * 1024 * 1024 })
  }
}

async function installedVersion(folder: string, name: string): Promise<string | null> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : null
  } catch {
    return null
  }
}
