/** The headings of known sheets and the words of 18 languages that name a column. All headings are normalized. */
import type { ColumnRole } from './sheet.ts';

/** Returns a heading in lower case without marks such as `*`, `_` and `(HTML)`. Shopee adds flags such as `|1|0` to its headings. */
export const normalizeHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .split('|', 1)
    .join('')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

export type Dialect = 'shopify' | 'woocommerce' | 'tiktok-shop' | 'shopee' | 'vitrine' | 'other';

type Headings = Partial<Record<ColumnRole, readonly string[]>>;
type KnownDialect = {
  /** A sheet belongs to the dialect if it has one of these groups of headings. */
  signs: readonly (readonly string[])[];
  headings: Headings;
};

const numbered = (from: number, to: number, name: (number: number) => string): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => name(from + index));

/** The columns of the CSV files and bulk templates of each shop. The order is the order of the checks. */
export const dialects: Record<Exclude<Dialect, 'other'>, KnownDialect> = {
  shopify: {
    signs: [
      ['handle', 'variant sku'],
      ['handle', 'image src'],
      ['url handle', 'product image url'],
      ['url handle', 'sku'],
    ],
    headings: {
      group: ['handle', 'url handle'],
      sku: ['variant sku', 'sku'],
      title: ['title'],
      option_name: numbered(1, 3, (number) => `option${number} name`),
      option_value: numbered(1, 3, (number) => `option${number} value`),
      photo: ['image src', 'product image url'],
      photo_position: ['image position'],
      variant_photo: ['variant image', 'variant image url'],
    },
  },
  woocommerce: {
    signs: [
      ['type', 'sku', 'name', 'parent'],
      ['type', 'sku', 'name', 'images'],
    ],
    headings: {
      row_id: ['id'],
      sku: ['sku'],
      title: ['name'],
      group: ['parent'],
      photo: ['images'],
      option_name: numbered(1, 5, (number) => `attribute ${number} name`),
      option_value: numbered(1, 5, (number) => `attribute ${number} value`),
    },
  },
  'tiktok-shop': {
    signs: [
      ['product name', 'main image'],
      ['product name', 'seller sku'],
    ],
    headings: {
      sku: ['seller sku'],
      title: ['product name'],
      photo: ['main image', ...numbered(2, 9, (number) => `image ${number}`)],
      variant_photo: ['property 1 image'],
      option_name: numbered(1, 3, (number) => `property name ${number}`),
      option_value: numbered(1, 3, (number) => `property value ${number}`),
    },
  },
  shopee: {
    signs: [['ps product name']],
    headings: {
      title: ['ps product name'],
      parent_sku: ['ps sku parent short'],
      group: ['et title variation integration no'],
      sku: ['ps sku short'],
      photo: ['ps item cover image', ...numbered(1, 8, (number) => `ps item image ${number}`)],
      variant_photo: ['et title image per variation'],
      option_name: numbered(1, 2, (number) => `et title variation ${number}`),
      option_value: numbered(1, 2, (number) => `et title option for variation ${number}`),
    },
  },
  vitrine: {
    signs: [['sku', 'title', 'photo 1']],
    headings: {
      sku: ['sku'],
      title: ['title'],
      group: ['product group'],
      photo: numbered(1, 5, (number) => `photo ${number}`),
      option_value: ['color', 'size'],
    },
  },
};

/** The headings of our own template, as the file shows them. */
export const templateHeadings = ['SKU', 'Title', 'Product group', 'Color', 'Size', ...numbered(1, 3, (number) => `Photo ${number}`)];

/** Words for the columns of any other sheet: English, then the other languages of the site in the order of shared/languages.ts. */
export const headingWords: Headings = {
  sku: [
    ...['sku', 'variant sku', 'product sku', 'seller sku', 'item sku', 'sku code', 'item number', 'item no', 'item code', 'product code'],
    ...['article number', 'article no', 'article', 'part number', 'product number', 'reference', 'ref', 'style number', 'style code'],
    ...['artikelnummer', 'artikel nr', 'artikelnr', 'art nr', 'bestellnummer', 'produktnummer'],
    ...['referencia', 'código', 'codigo', 'código de producto', 'código del artículo', 'clave'],
    ...['code ng produkto', 'numero ng produkto'],
    ...['référence', 'réf', 'référence produit', 'code article', 'code produit'],
    ...['kode barang', 'kode produk', 'kode sku', 'sku induk'],
    ...['codice', 'codice articolo', 'codice prodotto', 'riferimento'],
    ...['商品番号', '品番', '商品コード', '商品管理番号', '管理番号', '型番', 'システム商品コード'],
    ...['상품코드', '상품 코드', '상품번호', '품번', '판매자 상품코드', '모델번호'],
    ...['kod produk', 'kod barang', 'kod item'],
    ...['kod produktu', 'numer katalogowy', 'indeks', 'symbol', 'kod towaru'],
    ...['código do produto', 'código do item', 'referência', 'código sku'],
    ...['артикул', 'артикул продавца', 'код товара', 'номер товара', 'ваш sku'],
    ...['รหัสสินค้า', 'เลข sku', 'รหัส sku'],
    ...['ürün kodu', 'stok kodu', 'model kodu', 'barkod kodu'],
    ...['mã sản phẩm', 'mã hàng', 'mã sku', 'mã hàng hóa'],
    ...['货号', '商品编码', '商家编码', '商品货号', '产品编号', '商品编号', 'sku编码', 'sku 编码'],
    ...['貨號', '商品編號', '商品貨號', '商品選項貨號', '產品編號', '商品代碼', '料號'],
  ],
  title: [
    ...['title', 'product title', 'item title', 'name', 'product name', 'item name', 'product', 'listing title'],
    ...['titel', 'produkttitel', 'produktname', 'artikelname', 'bezeichnung', 'artikelbezeichnung', 'produktbezeichnung'],
    ...['título', 'titulo', 'nombre', 'nombre del producto', 'título del producto', 'producto'],
    ...['pamagat', 'pangalan', 'pangalan ng produkto'],
    ...['titre', 'titre du produit', 'nom', 'nom du produit', 'désignation', 'libellé', 'produit'],
    ...['judul', 'nama', 'nama produk', 'nama barang'],
    ...['titolo', 'nome', 'nome prodotto', 'nome del prodotto', 'titolo del prodotto', 'prodotto'],
    ...['商品名', 'タイトル', '商品タイトル', '品名', '商品名称', '製品名'],
    ...['상품명', '상품 이름', '제품명', '제목', '상품 제목'],
    ...['tajuk', 'nama produk', 'nama item'],
    ...['tytuł', 'nazwa', 'nazwa produktu', 'nazwa towaru', 'tytuł oferty'],
    ...['nome do produto', 'título do produto', 'produto', 'nome do item'],
    ...['название', 'название товара', 'наименование', 'наименование товара', 'имя товара', 'товар'],
    ...['ชื่อ', 'ชื่อสินค้า', 'หัวข้อ'],
    ...['başlık', 'ürün adı', 'ürün ismi', 'ürün başlığı', 'ad'],
    ...['tên', 'tên sản phẩm', 'tên hàng', 'tên hàng hóa', 'tiêu đề'],
    ...['标题', '商品标题', '商品名称', '产品名称', '名称', '宝贝标题'],
    ...['標題', '商品標題', '商品名稱', '產品名稱', '名稱'],
  ],
  photo: [
    ...['photo', 'photos', 'image', 'images', 'picture', 'pictures', 'image url', 'image link', 'photo url', 'picture url', 'image src'],
    ...[
      'image file',
      'file name',
      'filename',
      'photo file',
      'main image',
      'main image url',
      'cover image',
      'product image',
      'product image url',
    ],
    ...['additional image link', 'image urls', 'other image url', 'product images', 'photo file name', 'image file name', 'image name'],
    ...['bild', 'bilder', 'foto', 'fotos', 'bild url', 'bildlink', 'produktbild', 'hauptbild', 'bilddatei', 'dateiname'],
    ...['imagen', 'imágenes', 'imagenes', 'url de la imagen', 'url de imagen', 'foto principal', 'imagen principal', 'archivo'],
    ...['larawan', 'mga larawan', 'litrato'],
    ...['photographie', 'image principale', 'url de l image', 'lien image', 'fichier image', 'nom du fichier'],
    ...['gambar', 'gambar produk', 'foto produk', 'foto sampul', 'url gambar', 'nama file'],
    ...['immagine', 'immagini', 'foto prodotto', 'url immagine', 'immagine principale', 'nome file'],
    ...['画像', '写真', '商品画像', '画像url', '画像 url', '商品画像url', 'メイン画像', '画像ファイル名', '画像名', 'ファイル名'],
    ...['이미지', '사진', '상품이미지', '상품 이미지', '대표이미지', '대표 이미지', '이미지 url', '파일명', '이미지 파일명'],
    ...['gambar utama', 'gambar kulit', 'nama fail', 'url imej', 'imej'],
    ...['zdjęcie', 'zdjęcia', 'obraz', 'obrazy', 'adres url zdjęcia', 'zdjęcie główne', 'nazwa pliku', 'url zdjęcia'],
    ...['imagem', 'imagens', 'foto do produto', 'url da imagem', 'imagem principal', 'imagem de capa', 'nome do arquivo'],
    ...[
      'фото',
      'фотография',
      'изображение',
      'изображения',
      'картинка',
      'ссылка на фото',
      'ссылка на изображение',
      'главное фото',
      'имя файла',
    ],
    ...['รูป', 'รูปภาพ', 'รูปสินค้า', 'รูปภาพสินค้า', 'ภาพสินค้า', 'ภาพปก', 'ชื่อไฟล์', 'ลิงก์รูปภาพ'],
    ...['görsel', 'resim', 'fotoğraf', 'görsel url', 'resim url', 'ürün görseli', 'ana görsel', 'dosya adı', 'görsel linki'],
    ...['ảnh', 'hình ảnh', 'ảnh bìa', 'ảnh sản phẩm', 'hình ảnh sản phẩm', 'link ảnh', 'url hình ảnh', 'tên tệp'],
    ...['图片', '照片', '主图', '商品图片', '图片链接', '图片地址', '图片url', '封面图', '文件名'],
    ...['圖片', '相片', '主圖', '商品圖片', '主商品圖片', '圖片連結', '圖片網址', '封面圖', '檔案名稱', '檔名'],
  ],
  group: [
    ...['handle', 'url handle', 'product group', 'group', 'parent', 'parent id', 'item group id', 'style', 'variation group', 'product id'],
    ...['produktgruppe', 'gruppe', 'artikelgruppe', 'grupo', 'grupo de productos', 'grupo ng produkto', 'groupe', 'groupe de produits'],
    ...[
      'grup produk',
      'gruppo',
      'gruppo prodotti',
      '商品グループ',
      'グループ',
      '상품그룹',
      '상품 그룹',
      'kumpulan produk',
      'grupa produktów',
      'grupa',
    ],
    ...[
      'grupo de produtos',
      'группа товаров',
      'группа',
      'กลุ่มสินค้า',
      'ürün grubu',
      'grup',
      'nhóm sản phẩm',
      'nhóm',
      '商品组',
      '商品組',
      '分组',
      '分組',
    ],
  ],
  parent_sku: ['parent sku', 'master sku', 'parent code', '父sku', '父 sku', '主商品貨號', '親sku', 'артикул родителя', '모상품코드'],
  photo_position: [
    'image position',
    'photo position',
    'bildposition',
    'posición de la imagen',
    'position de l image',
    '画像の順番',
    '이미지 순서',
  ],
  variant_photo: ['variant image', 'variant image url', 'variation image', 'swatch image url'],
  option_value: [
    ...['color', 'colour', 'size', 'material', 'variant', 'variation', 'farbe', 'größe', 'variante', 'talla', 'tamaño', 'variación'],
    ...['kulay', 'sukat', 'couleur', 'taille', 'variation', 'warna', 'ukuran', 'variasi', 'colore', 'taglia', 'misura'],
    ...[
      '色',
      'カラー',
      'サイズ',
      'バリエーション',
      '색상',
      '사이즈',
      '옵션',
      'saiz',
      'kolor',
      'rozmiar',
      'wariant',
      'cor',
      'tamanho',
      'variação',
    ],
    ...['цвет', 'размер', 'вариант', 'สี', 'ขนาด', 'ไซส์', 'renk', 'beden', 'varyant', 'màu', 'màu sắc', 'kích thước', 'phân loại'],
    ...['颜色', '尺码', '规格', '顏色', '尺寸', '規格', '款式'],
  ],
};
