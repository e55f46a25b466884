/**
 * Prints the rows of docs/requirements.tsv that the titles of the browser's tests name, as JSON: [{file, test, rows}]. Run it in the
 * folder that contains the tests.
 *
 * A test's rows are those in its own title and in the titles of the blocks around it. A title with a placeholder
 * (`%s`, `$name`) counts as one test for each text in the table of cases that begins with an ID.
 */
import { globSync, readFileSync } from 'node:fs';

import ts from 'typescript';

const ROW = /\[([A-Z]+-\d{2,3})\]/g;
const STARTS_WITH_ROW = /^\[[A-Z]+-\d{2,3}\]/;
const HAS_PLACEHOLDER = /%[a-z]|\$\w/;
const NOT_RUN = new Set(['skip', 'todo', 'fixme']);

const found = [];

/** `test`, `it` or `describe` of a call, also of `it.each(cases)`, `test.describe` and the like; undefined for one that never runs. */
function kindOf(callee) {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isCallExpression(callee)) return kindOf(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return kindOf(callee.tag);
  if (!ts.isPropertyAccessExpression(callee) || NOT_RUN.has(callee.name.text)) return undefined;
  return callee.name.text === 'describe' ? 'describe' : kindOf(callee.expression);
}

function textOf(title) {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return undefined;
  return title.head.text + title.templateSpans.map(({ literal }) => `%s${literal.text}`).join('');
}

function stringsIn(node, constants, seen = new Set()) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isIdentifier(node) && constants.has(node.text) && !seen.has(node.text)) {
    seen.add(node.text);
    return stringsIn(constants.get(node.text), constants, seen);
  }
  const strings = [];
  ts.forEachChild(node, (child) => void strings.push(...stringsIn(child, constants, seen)));
  return strings;
}

function constantsOf(source) {
  const constants = new Map();
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
    }
  }
  return constants;
}

function read(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const constants = constantsOf(source);

  function visit(node, around) {
    const kind = ts.isCallExpression(node) ? kindOf(node.expression) : undefined;
    const title = kind === undefined || node.arguments.length === 0 ? undefined : textOf(node.arguments[0]);
    if (title === undefined || !['test', 'it', 'describe'].includes(kind)) {
      ts.forEachChild(node, (child) => visit(child, around));
      return;
    }
    const titles = [...around, title];
    if (kind === 'describe') {
      node.arguments.slice(1).forEach((argument) => visit(argument, titles));
      return;
    }
    const fullTitle = titles.join(' > ');
    const cases = HAS_PLACEHOLDER.test(title)
      ? stringsIn(node.expression, constants).filter((value) => STARTS_WITH_ROW.test(value))
      : [];
    for (const test of cases.length === 0 ? [fullTitle] : cases.map((text) => fullTitle.replace('%s', text))) {
      found.push({ file, test, rows: [...test.matchAll(ROW)].map(([, row]) => row) });
    }
  }

  ts.forEachChild(source, (node) => visit(node, []));
}

globSync(['src/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts']).sort().forEach(read);
process.stdout.write(JSON.stringify(found.filter(({ rows }) => rows.length > 0)));
