/** Which languages are coloured, and what they are called. */

export const LANGUAGES = [
  'bash', 'c', 'csharp', 'css', 'dart', 'diff', 'docker', 'go', 'html', 'ini', 'java', 'json', 'kotlin', 'lua', 'make',
  'markdown', 'powershell', 'python', 'rust', 'sql', 'swift', 'toml', 'tsx', 'typescript', 'xml', 'yaml'
] as const
export type Language = (typeof LANGUAGES)[number]

/** Other names, and the endings of files. JavaScript is read as TypeScript, C++ as C: near enough for colours. */
const ALIASES: Readonly<Record<string, Language>> = {
  sh: 'bash', shell: 'bash', zsh: 'bash', console: 'bash', shellscript: 'bash',
  h: 'c', cpp: 'c', 'c++': 'c', cc: 'c', cxx: 'c', hpp: 'c', m: 'c',
  cs: 'csharp', 'c#': 'csharp',
  scss: 'css', less: 'css',
  patch: 'diff',
  dockerfile: 'docker',
  golang: 'go',
  htm: 'html', vue: 'html', svelte: 'html',
  cfg: 'ini', conf: 'ini', properties: 'ini', env: 'ini',
  jsonc: 'json', json5: 'json', jsonl: 'json', webmanifest: 'json',
  kt: 'kotlin', kts: 'kotlin',
  makefile: 'make', mk: 'make',
  md: 'markdown',
  ps1: 'powershell', pwsh: 'powershell',
  py: 'python', python3: 'python', pyi: 'python',
  rs: 'rust',
  jsx: 'tsx', js: 'typescript', javascript: 'typescript', mjs: 'typescript', cjs: 'typescript', ts: 'typescript', mts: 'typescript', cts: 'typescript',
  svg: 'xml', xsl: 'xml', plist: 'xml',
  yml: 'yaml'
}

/** The language that a name means; null for one that is not coloured. */
export function languageOf(name: string): Language | null {
  const wanted = name.toLowerCase()
  const meant = Object.hasOwn(ALIASES, wanted) ? ALIASES[wanted] : wanted
  return LANGUAGES.find((language) => language === meant) ?? null
}

/** The language of a file, by its name. */
export function languageOfFile(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (!name.includes('.')) return name === 'makefile' || name === 'dockerfile' ? languageOf(name) : null
  return languageOf(name.slice(name.lastIndexOf('.') + 1))
}

