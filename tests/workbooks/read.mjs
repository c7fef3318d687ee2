// The cells of workbooks as exceljs and SheetJS read them: read.mjs FILE...  Prints a line of JSON for each file:
// {"exceljs": {sheet: [[cell]]}, "sheetjs": {…}}, a date as its day, an empty cell as "".
import ExcelJS from "exceljs";
import XLSX from "xlsx";

const day = (value) => value.toISOString().slice(0, 10);

async function withExcelJs(path) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const cell = (value) => (value instanceof Date ? day(value) : value ?? "");
  const rows = (sheet) => {
    const all = [];
    sheet.eachRow({ includeEmpty: true }, (row) => {
      all.push(Array.from({ length: sheet.columnCount }, (_, at) => cell(row.getCell(at + 1).value)));
    });
    return all;
  };
  return Object.fromEntries(book.worksheets.map((sheet) => [sheet.name, rows(sheet)]));
}

function withSheetJs(path) {
  const book = XLSX.readFile(path, { cellDates: false, cellNF: true });
  const cell = (found) => {
    if (!found) return "";
    if (found.z?.startsWith("yyyy")) return XLSX.SSF.format("yyyy-mm-dd", found.v);
    return found.v;
  };
  const rows = (sheet) => {
    const { e } = XLSX.utils.decode_range(sheet["!ref"]);
    const row = (r) => Array.from({ length: e.c + 1 }, (_, c) => cell(sheet[XLSX.utils.encode_cell({ r, c })]));
    return Array.from({ length: e.r + 1 }, (_, r) => row(r));
  };
  return Object.fromEntries(book.SheetNames.map((name) => [name, rows(book.Sheets[name])]));
}

for (const path of process.argv.slice(2)) {
  console.log(JSON.stringify({ exceljs: await withExcelJs(path), sheetjs: withSheetJs(path) }));
}
