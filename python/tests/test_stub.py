"""The type stub names what there is, and nothing else."""

import ast
import importlib.resources
import inspect
import unittest

import sandtable
from sandtable import _native


class Stub(unittest.TestCase):
    def setUp(self):
        package = importlib.resources.files(sandtable)
        self.assertTrue((package / "py.typed").is_file())
        self.tree = ast.parse((package / "_native.pyi").read_text())

    def test_classes_have_the_members_that_the_stub_names(self):
        for node in self.tree.body:
            if not isinstance(node, ast.ClassDef) or node.name == "IllegalAction":
                continue
            there = getattr(_native, node.name)
            named = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
            own = {name for name in vars(there) if not name.startswith("__")}
            own |= {name for name in ("__len__", "__copy__", "__deepcopy__") if name in vars(there)}
            own |= {"__new__"} if node.name == "Game" else set()
            self.assertEqual(set(named), own, node.name)
            for name, item in named.items():
                if name.startswith("__"):
                    continue
                is_property = any(getattr(it, "id", None) == "property" for it in item.decorator_list)
                member = vars(there)[name]
                self.assertEqual(inspect.isgetsetdescriptor(member), is_property, f"{node.name}.{name}")
                if not is_property:
                    asked = [it.arg for it in item.args.args + item.args.kwonlyargs]
                    self.assertEqual(list(inspect.signature(member).parameters), asked, f"{node.name}.{name}")

    def test_the_module_has_what_the_stub_names(self):
        named = {it.name for it in self.tree.body if isinstance(it, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(named, {name for name in dir(_native) if not name.startswith("__")})
        self.assertEqual(named, set(sandtable.__all__))
