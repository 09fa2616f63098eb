-- The profiles that every organization begins with have labels in German and French, too, unless somebody labelled them.
UPDATE public.import_export_profile AS profile
SET labels = profile.labels || jsonb_build_object('de_DE', label.de, 'fr_FR', label.fr)
FROM (VALUES
  ('products_csv', 'Products as CSV', 'Produkte als CSV', 'Produits en CSV'),
  ('products_xlsx', 'Products as Excel workbook', 'Produkte als Excel-Arbeitsmappe', 'Produits en classeur Excel'),
  ('products_jsonl', 'Products as lines of JSON', 'Produkte als JSON-Zeilen', 'Produits en lignes JSON')
) AS label (code, en, de, fr)
WHERE profile.code_key = label.code AND profile.labels = jsonb_build_object('en_US', label.en);
