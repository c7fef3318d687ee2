#!/usr/bin/env python3
"""Writes the workbooks of layouts/, with invented figures, as openpyxl, XlsxWriter, xlwt and LibreOffice save them.

    tests/workbooks/layouts.py

Needed: the packages in cells.txt, and LibreOffice. `tests/it/commands/layouts.rs` reads what it writes.
"""

import datetime
import pathlib
import subprocess

import openpyxl
import xlsxwriter
import xlwt

FOLDER = pathlib.Path(__file__).resolve().parent / "layouts"
MONTHS = ["Yanvar", "Fevral", "Mart", "Aprel", "May", "İyun", "İyul", "Avqust", "Sentyabr", "Oktyabr", "Noyabr", "Dekabr"]


def by_openpyxl(name, rows, formats=(), merged=(), hidden=()):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "A"
    for row in rows:
        sheet.append(row)
    for cell, code in formats:
        sheet[cell].number_format = code
    for cells in merged:
        sheet.merge_cells(cells)
    for row in hidden:
        sheet.row_dimensions[row].hidden = True
    book.save(FOLDER / f"{name}.xlsx")


def by_libreoffice(form, *names):
    paths = [FOLDER / f"{name}.xlsx" for name in names]
    command = ["soffice", "--headless", "--convert-to", form, "--outdir", FOLDER / "libreoffice"]
    subprocess.run([*command, *paths], check=True)


def by_xlsxwriter(name, write, **options):
    book = xlsxwriter.Workbook(FOLDER / f"{name}.xlsx", options)
    write(book, book.add_worksheet("A"))
    book.close()


def raised(text, mark):
    def write(book, sheet):
        superscript = book.add_format({"font_script": 1})
        sheet.write_row(0, 0, ["Dövr", "M3"])
        sheet.write(1, 0, 2025)
        sheet.write(2, 0, "Noyabr")
        sheet.write(2, 1, 11)
        sheet.write_rich_string(3, 0, text, superscript, mark)
        sheet.write(3, 1, 12)
    return write


def raised_value(book, sheet):
    superscript = book.add_format({"font_script": 1})
    sheet.write_row(0, 0, ["Dövr", "M3"])
    sheet.write(1, 0, "yanvar 2025")
    sheet.write_rich_string(1, 1, "12.5", superscript, "1")


def uncalculated(book, sheet):
    sheet.write_row(0, 0, ["Dövr", "M2", "M3"])
    for row in (1, 2, 3):
        sheet.write_row(row, 0, [f"2025-0{row}", 100 + row])
        sheet.write_formula(row, 2, f"=B{row + 1}*2")


def old(name, rows, styles):
    book = xlwt.Workbook()
    sheet = book.add_sheet("A")
    for row, line in enumerate(rows):
        for column, value in enumerate(line):
            style = styles.get((row, column))
            sheet.write(row, column, value, *([xlwt.easyxf(num_format_str=style)] if style else []))
    book.save(str(FOLDER / f"{name}.xls"))


def since_1904(book, sheet):
    date = book.add_format({"num_format": "yyyy-mm-dd"})
    per_cent = book.add_format({"num_format": "0.0%"})
    sheet.write_row(0, 0, ["Monthly observations"])
    sheet.write_row(10, 0, ["observation_date", "M3", "Rate"])
    for row in (1, 2, 3):
        sheet.write_datetime(10 + row, 0, datetime.datetime(2025, row, 1), date)
        sheet.write(10 + row, 1, 21000.1 + row)
        sheet.write(10 + row, 2, 0.0525 + row / 100, per_cent)


def publishers():
    """The tables of offices and banks as they lay them out."""
    by_openpyxl("commodities", [
        ["Commodity Price Data"], ["monthly prices in nominal US dollars"], [],
        ["", "Crude oil, average", "Crude oil, Brent"], ["", "($/bbl)", "($/bbl)"],
        ["2025M11", 62.5, 63.1], ["2025M12", 60.25, "…"], ["2026M01", 59.984, 60.123], ["2026M02", "..", 58.5]])
    by_openpyxl("countries", [
        ["Financial Statistics"], ["Azerbaijan, Rep. of"], ["Indicator", "Scale", "Base Year", "Jan 2025", "Feb 2025", "Mar 2025"],
        ["Reserves, Total", "Millions", "", 11000.5, 11100, "..."], ["Prices, CPI", "Units", "2010=100", 201.1, 202.2, 203.3]])
    by_openpyxl("quarters", [
        ["Dataset: Key Indicators"], ["Time", "", "Q1-2024", "", "Q2-2024", "", "Q3-2024", ""], ["Country"],
        ["Australia", "i", 1.5, "", 2.5, "(E)", 3.5, "(P)"], ["Austria", "", 11.5, "(E)", 12.5, "", "..", ""]])
    by_openpyxl("aggregates", [
        ["Денежные агрегаты (млрд руб.)"], [], ["Дата", "Денежная масса (М2)", "из нее", ""],
        ["", "", "Наличные деньги (М0)", "Переводные депозиты"], [datetime.date(2025, 1, 1), 117252.6, 17700.1, 33000],
        [datetime.date(2025, 2, 1), "115\u00a0123,4", 17500, "33 100,5*"], [datetime.date(2025, 3, 1), 116000, "…", "-"]],
        [(f"A{row}", "dd.mm.yyyy") for row in (5, 6, 7)], ["A3:A4", "B3:B4", "C3:D3"])
    by_openpyxl("prices", [
        ["Tüketici fiyat endeksi / Consumer price index (2003=100)"], ["Yıl", "Ay", "Endeks", "Aylık değişim"],
        ["Year", "Month", "Index", "Monthly change"], [2025, "Ocak - January", 2819.65, 5.03],
        ["", "Şubat - February", 2883.75, 2.27], ["", "Mart - March", "2954,69", 2.46]])
    by_openpyxl("industry", [
        ["Sənaye məhsulunun istehsalı, mln. manat"], ["İllər", *MONTHS, "İl üzrə"], [2024, *range(100, 112), 1266],
        [2025, 200, "200,5", "-", *[""] * 9, ""]])
    by_openpyxl("stacked", [
        ["Table 1. Exports, mln USD"], ["", 2024, 2025], ["Total", 10, 11], ["Oil", 5, 6], [],
        ["Table 2. Imports, mln USD"], ["", 2024, 2025], ["Total", 20, 21], ["Oil", 1, 2], [],
        ["Table 3. Balance"], ["", 2023, 2024], ["Total", -9, -10]])
    by_openpyxl("blocks", [
        ["", "Volume, mln AZN", "", "Growth, %", ""], ["", "Total", "Non-oil", "Total", "Non-oil"],
        ["A", 1, 2, 3, 4], ["Yanvar 2025", 1, 2, 3, 4], ["Fevral 2025", 5, 6, 7, 8]], merged=["B1:C1", "D1:E1"])
    days = [datetime.date(2025, 3, 31), datetime.date(2025, 2, 28), datetime.date(2025, 1, 31)]
    by_openpyxl("below", [["", *days], ["M3", 3, 2, 1], ["", "p", "", ""], ["M2", 6, 5, 4], ["", "", "e", ""]],
                [(cell, "mmm-yy") for cell in ("B1", "C1", "D1")])
    by_xlsxwriter("since-1904", since_1904, date_1904=True)


def main():
    FOLDER.mkdir(exist_ok=True)
    publishers()
    days = [datetime.date(2026, month, 1) for month in (1, 2, 3)]
    months = [["Buraxılış 2025"], ["Ay", "M3"], *([day, 1250 + 10 * n] for n, day in enumerate(days))]
    by_openpyxl("months", months, [(f"A{row}", "mmm") for row in (3, 4, 5)])
    by_openpyxl("days", [["Dövr", "M3"], [datetime.date(2026, 1, 25), 1], [datetime.date(2026, 2, 25), 2]],
                [("A2", "d-mmm"), ("A3", "d-mmm")])
    by_openpyxl("years", [["Dövr", "M3"], [datetime.date(2024, 5, 1), 1], [datetime.date(2025, 5, 1), 2]],
                [("A2", "yyyy"), ("A3", "yyyy")])
    old("months", [["İl", "Ay", "M3"], [2025, days[0], 1.5], ["", days[1], 2.5]], {(1, 1): "MMM", (2, 1): "MMM"})
    shown = [["Dövr", "M3"], ["2025-01", 5.1], ["2025-02", 0], ["2025-03", 5.2], ["2025-04", 0.053], ["2025-05", 5.5], ["2025-06", 7]]
    codes = [("B2", '0.0;-0.0;".."'), ("B3", '0.0;-0.0;".."'), ("B4", '0.0"p"'), ("B5", "0.0%"), ("B7", ";;;")]
    by_openpyxl("shown", shown, codes)
    old("shown", shown, {(int(cell[1]) - 1, 1): code for cell, code in codes})
    by_openpyxl("scaled", [["Dövr", "M3"], ["2025-01", 46311]], [("B2", "#,##0,")])
    by_xlsxwriter("raised", raised("Dekabr", "12"))
    by_xlsxwriter("raised-year", raised("Dekabr 2025", "1)"))
    by_xlsxwriter("raised-value", raised_value)
    by_xlsxwriter("uncalculated", uncalculated)
    by_openpyxl("uncalculated-openpyxl", [["Dövr", "M2", "M3"], ["2025-01", 1, "=B2*2"]])
    matrix = [["", 2023, 2024, "2025?"]] + [[month, 101 + n, 103 + n, 105 + n] for n, month in enumerate(MONTHS)]
    by_openpyxl("matrix", matrix)
    by_openpyxl("newest", [["Dövr", "M3"], ["2025-03 p", 3], ["2025-02", 2], ["2025-01", 1]])
    totals = [["Dövr", "M3"], [2023, 1110], *([month, 100 + n] for n, month in enumerate(MONTHS)), [2024, 1266]]
    by_openpyxl("totals", totals)
    by_openpyxl("bilingual", [["", "Bank sektoru", ""], ["", "Kreditlər", "Import"], ["Dövr", "Loans", "Import"],
                              ["2025-01", 1, 5], ["2025-02", 2, 6]], merged=["B1:C1"], hidden=[4])
    by_openpyxl("fiscal", [["Period", "M3"], ["2025-26", 78], *([month, n] for n, month in enumerate(MONTHS[6:] + MONTHS[:6])),
                           ["2026-27", ""], ["İyul", 20]])
    by_openpyxl("flags", [["TIME", 2023, "", 2024, ""], ["Val", 1.6, "b", 1.7, "p"]])
    by_openpyxl("firsts", [["Dövr", "M3"], [datetime.date(2025, 2, 1), 1], [datetime.date(2025, 3, 1), 2]],
                [("A2", "dd.mm.yyyy"), ("A3", "dd.mm.yyyy")])
    by_openpyxl("merged", [["Dövr", "M3"], ["2025-01", 1], ["2025-02", 2]])
    book = openpyxl.load_workbook(FOLDER / "merged.xlsx")
    book.active.merge_cells("B2:B3")
    book.active._cells[3, 2] = openpyxl.cell.Cell(book.active, row=3, column=2, value=2)
    book.save(FOLDER / "merged.xlsx")
    by_libreoffice("xls:MS Excel 97", "fiscal", "matrix", "raised")
    by_libreoffice("xlsx", "bilingual", "shown", "totals")


if __name__ == "__main__":
    main()
